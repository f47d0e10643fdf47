# Shortens what `ctest --verbose` prints: one line a test, below it the names of its cases, and the whole output of those that fail.
# For those that pass, also what they compared and what they could not.

/^[0-9]+: / { # "12: a line that test 12 printed"
  test = substr($1, 1, length($1) - 1)
  line = substr($0, length($1) + 2)
  printed[test] = printed[test] line "\n"
  if (line ~ /^(compared |missing model|set aside)/) said[test] = said[test] "    " line "\n"
  if (line ~ /^\[ +(OK|SKIPPED) +\] .*\(.*ms\)/) { # GoogleTest's "[       OK ] Ramp.OfZeroLengthIsAStep (0 ms)"
    name = line
    sub(/^\[[^]]*\] /, "", name)
    said[test] = said[test] "    " (line ~ /SKIPPED/ ? "SKIPPED " : "") name "\n"
  }
  if (line ~ /^\[ RUN +\]/) ++cases
  next
}

/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / { # " 3/45 Test #12: Ramp ...   Passed    0.01 sec"
  match($0, /#[0-9]+/)
  test = substr($0, RSTART + 1, RLENGTH - 1)
  passed = / Passed +[0-9.]+ sec/
  print
  printf "%s", passed ? said[test] : printed[test]
  fflush()
  delete printed[test]
  delete said[test]
  next
}

/^(test [0-9]+|[0-9]+:|UpdateCTestConfiguration.*|Constructing .*|Done constructing .*|Updating .*|Added .*|Checking .*)$/ { next }
/^ +Start +[0-9]+: / { next }
/^$/ && !summary { next }
/tests passed, / { summary = 1; print "\n" cases " cases in these tests:" }
{ print }
