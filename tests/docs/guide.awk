# Makes a test program of a guide: awk -f guide.awk -v suite=EngineGuide -v out=test.cpp guide.md
#
# A block ```cpp file goes to the top of the file; the ```cpp blocks of a section are the body of one test, named after its heading. `assert` becomes
# EXPECT_TRUE, so that it also counts in a build without asserts. Compilers and tests name the guide's own lines.

function camel(words, parts, count, i, name) {
  gsub(/[^A-Za-z0-9]+/, " ", words)
  count = split(words, parts, " ")
  for (i = 1; i <= count; ++i) name = name toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
  return name
}

/^## / { heading = camel(substr($0, 4)); next }
/^```cpp file$/ { into = "top" }
/^```cpp$/ {
  into = "body"
  if (heading != lastHeading) sections[++sectionCount] = lastHeading = heading
}
/^```cpp/ { text = "#line " (FNR + 1) " \"" FILENAME "\"\n"; next }
/^```/ {
  if (into == "top") top = top text
  if (into == "body") bodies[sectionCount] = bodies[sectionCount] text
  into = ""
  next
}
into { text = text $0 "\n" }

END {
  if (into || !sectionCount) { print FILENAME ": no ```cpp block, or one without end" > "/dev/stderr"; exit 1 }
  print "#include <gtest/gtest.h>\n" > out
  printf "%s\n#undef assert\n#define assert(...) EXPECT_TRUE((__VA_ARGS__))\n", top > out
  for (i = 1; i <= sectionCount; ++i) printf "\nTEST(%s, %s) {\n%s}\n", suite, sections[i], bodies[i] > out
}
