#include "app/format/report/report_page.h"

#include <array>
#include <cmath>
#include <utility>

#include "app/format/visible_text.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

void appendEscaped(std::string& result, char c) {
  constexpr std::array<std::pair<char, const char*>, 5> kEntities{
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
  for (const auto& [known, entity] : kEntities) {
    if (c != known) continue;
    result += entity;
    return;
  }
  result += c;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : visibleLines(text)) appendEscaped(result, c);
  return result;
}

namespace {

/// How much of each name the others have, too, up to a sign after which something follows in all.
std::size_t sharedLength(const std::vector<std::string>& names) {
  if (names.size() < 2) return 0;
  std::size_t shared = names.front().size();
  for (const std::string& name : names) {
    const auto [a, b] = std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end());
    shared = std::min(shared, static_cast<std::size_t>(a - name.begin()));
  }
  const auto isWhole = [&](std::size_t length) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return name.size() > length; });
  };
  constexpr std::string_view kSigns = "|:/_.- ";
  while (shared > 0 && (kSigns.find(names.front()[shared - 1]) == kSigns.npos || !isWhole(shared))) --shared;
  return shared;
}

}  // namespace

std::string shortenedInMiddle(std::string_view text, std::size_t most) {
  const auto isBegin = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  const auto count = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isBegin));
  if (count <= most || most < 3) return std::string(text);
  const std::size_t before = most / 2, after = most - before - 1;
  std::size_t begin = 0, end = text.size();
  for (std::size_t seen = 0; begin < text.size(); ++begin)
    if (isBegin(text[begin]) && seen++ == before) break;
  for (std::size_t seen = 0; seen < after; --end) seen += isBegin(text[end - 1]) ? 1 : 0;
  return std::string(text.substr(0, begin)) + "\xE2\x80\xA6" + std::string(text.substr(end));
}

std::vector<std::string> labelsOf(const std::vector<std::string>& names, std::size_t most) {
  const std::size_t shared = sharedLength(names);
  std::vector<std::string> labels;
  for (const std::string& name : names)
    labels.push_back(shortenedInMiddle(std::string_view(name).substr(shared), most));
  return labels;
}

std::string shortNumber(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  const double unit = std::pow(10.0, digits);
  return crossfade::formatNumber(std::round(value * unit) / unit + 0.0);
}

std::string chip(const std::string& value, const std::string& what) {
  return "<li><b>" + value + "</b><span>" + what + "</span></li>";
}

std::string base64Of(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

namespace {

constexpr int kChartWidth = 300, kChartHeight = 92, kChartTop = 8;
constexpr double kSeen = 1, kHardlySeen = 1.5;  // ratios
constexpr double kEndsElsewhere = 10;           // steps of a clip between its end and its start: it is no loop

std::string number(double value, int digits = 2) { return shortNumber(value, digits); }

/// "1.90": of equal width in a list.
std::string fixed(double value, int digits) {
  std::string text = number(value, digits);
  if (!std::isfinite(value)) return text;
  if (text.find('.') == std::string::npos) text += '.';
  text.append(static_cast<std::size_t>(digits) - (text.size() - 1 - text.find('.')), '0');
  return text;
}

const std::string& clipName(const ReportedModel& model, int clip) {
  return model.clips[static_cast<std::size_t>(clip)].name;
}
/// For people; the whole name is in the title beside it.
const std::string& labelOf(const ReportedClip& clip) { return clip.label.empty() ? clip.name : clip.label; }
const std::string& clipLabel(const ReportedModel& model, int clip) {
  return labelOf(model.clips[static_cast<std::size_t>(clip)]);
}
std::string pairLabel(const ReportedModel& model, const ReportedPair& pair) {
  return escaped(clipLabel(model, pair.from)) + " \xE2\x86\x92 " + escaped(clipLabel(model, pair.to));
}
std::string jointLabel(const ReportedPair& pair) { return escaped(shortenedInMiddle(pair.joint, 60)); }
std::string pairName(const ReportedModel& model, const ReportedPair& pair) {
  return escaped(clipName(model, pair.from)) + " \xE2\x86\x92 " + escaped(clipName(model, pair.to));
}
std::string pairId(const ReportedPair& pair) { return "p" + std::to_string(pair.from) + "-" + std::to_string(pair.to); }

/// Worst first.
std::vector<const ReportedPair*> sortedPairs(const ReportedModel& model) {
  std::vector<const ReportedPair*> pairs;
  for (const ReportedPair& pair : model.pairs) pairs.push_back(&pair);
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const ReportedPair* a, const ReportedPair* b) { return a->ratio() > b->ratio(); });
  return pairs;
}

std::string polyline(std::span<const float> values, double top, const char* kind) {
  std::string points;
  const double step = values.size() > 1 ? static_cast<double>(kChartWidth) / static_cast<double>(values.size() - 1) : 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double part = top > 0 ? std::clamp(static_cast<double>(values[i]) / top, 0.0, 1.0) : 0;
    const double y = kChartHeight - 4 - part * (kChartHeight - 4 - kChartTop);
    points += (i > 0 ? " " : "") + number(static_cast<double>(i) * step, 1) + "," + number(y, 1);
  }
  return "<polyline class=\"" + std::string(kind) + "\" points=\"" + points + "\"/>";
}

std::string chart(const ReportedCurves& curves, const std::string& caption, const std::string& label,
                  const std::string& lines) {
  const double unit = curves.length > 0 ? kChartWidth / curves.length : 0;
  std::string html = "<figure><figcaption>" + caption + "</figcaption><svg viewBox=\"0 0 " +
                     std::to_string(kChartWidth) + " " + std::to_string(kChartHeight) +
                     "\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" + label + "\">";
  html += "<rect class=\"band\" x=\"" + number(curves.begin * unit, 1) + "\" y=\"0\" width=\"" +
          number(std::max((curves.end - curves.begin) * unit, 1.0), 1) + "\" height=\"" + std::to_string(kChartHeight) +
          "\"/>" + lines + "</svg><div class=\"axis\"><span>" + number(-curves.begin) + " s</span><span>" +
          number(curves.length - curves.begin) + " s</span></div></figure>";
  return html;
}

float largestOf(const std::vector<float>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

std::string charts(const ReportedPair& pair) {
  const ReportedCurves& curves = pair.curves;
  if (curves.to.size() < 2) return "";
  std::string html = "<div class=\"charts\">";
  html += chart(curves, "<i class=\"key from\"></i>Weight out &nbsp;<i class=\"key to\"></i>in",
                "weights of both clips", polyline(curves.from, 1, "from") + polyline(curves.to, 1, "to"));
  const double fastest = static_cast<double>(largestOf(curves.speed));
  const std::string unit = curves.speedIsAngle ? "\xC2\xB0/s" : " units/s";
  html +=
      chart(curves, "Speed of " + jointLabel(pair) + ", up to " + number(fastest, curves.speedIsAngle ? 0 : 2) + unit,
            "speed of the joint", polyline(curves.speed, fastest, "speed"));
  if (!curves.slide.empty()) {
    const double most = static_cast<double>(largestOf(curves.slide));
    html += chart(curves, "Feet slide, up to " + number(most) + " units/s", "speed at which feet slide",
                  polyline(curves.slide, std::max(most, 1e-3), "slide"));
  }
  return html + "</div>";
}

std::string pairDetails(const ReportedModel& model, const ReportedPair& pair) {
  const auto fact = [](const std::string& what, const std::string& value) {
    return "<span>" + what + " <b>" + value + "</b></span>";
  };
  std::string how = escaped(pair.kind) + ", " + number(pair.seconds) + " s";
  if (pair.sync != "none" && !pair.sync.empty()) how += ", in sync by " + escaped(pair.sync);
  std::string html = "<details id=\"" + pairId(pair) + "\"><summary><span class=\"badge " +
                     std::string(ratioClass(pair.ratio(), model.maxRatio)) + "\">" + fixed(pair.ratio(), 2) +
                     "</span><span class=\"name\" title=\"" + pairName(model, pair) + "\">" + pairLabel(model, pair) +
                     "</span><span class=\"how\">" + how + "</span></summary><div class=\"more\"><div class=\"facts\">";
  html += fact("Straight", number(pair.straight)) + fact("Interrupted", number(pair.interrupted)) +
          fact("Overshoot", number(pair.overshootDegrees, 1) + "\xC2\xB0") +
          fact("Leans over", number(pair.tiltDegrees, 1) + "\xC2\xB0") +
          fact("Sinks", number(100 * pair.sink, 1) + " % of its size");
  html += fact("Slide per step", pair.slide ? number(100 * *pair.slide, 1) + " % of a leg" : "-");
  if (!pair.fault.empty()) html += fact("Fault", escaped(pair.fault));
  html += fact("Roughest",
               jointLabel(pair) + ", " + number(pair.start) + " s into " + escaped(clipLabel(model, pair.from))) +
          "<span class=\"how\">Fade <b>" + how + "</b></span>";
  return html + "</div>" + charts(pair) + "</div></details>";
}

/// In the headings of the matrix, where there is little room.
std::string heading(const ReportedModel& model, int clip) {
  return escaped(shortenedInMiddle(clipLabel(model, clip), 18));
}

std::string matrix(const ReportedModel& model) {
  const int count = static_cast<int>(model.clips.size());
  std::vector<const ReportedPair*> cells(static_cast<std::size_t>(count * count));
  for (const ReportedPair& pair : model.pairs) cells[static_cast<std::size_t>(pair.from * count + pair.to)] = &pair;
  std::string html =
      "<div class=\"card matrix scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Change of velocity "
      "of every transition\"><table><thead><tr><td></td>";
  for (int to = 0; to < count; ++to)
    html +=
        "<th scope=\"col\" title=\"" + escaped(clipName(model, to)) + "\"><span>" + heading(model, to) + "</span></th>";
  html += "</tr></thead><tbody>";
  for (int from = 0; from < count; ++from) {
    html += "<tr><th scope=\"row\" title=\"" + escaped(clipName(model, from)) + "\">" + heading(model, from) + "</th>";
    for (int to = 0; to < count; ++to) {
      const ReportedPair* pair = cells[static_cast<std::size_t>(from * count + to)];
      html += pair ? "<td class=\"" + std::string(ratioClass(pair->ratio(), model.maxRatio)) + "\"><a href=\"#" +
                         pairId(*pair) + "\" title=\"" + pairName(model, *pair) + "\">" + fixed(pair->ratio(), 1) +
                         "</a></td>"
                   : "<td></td>";
    }
    html += "</tr>";
  }
  html += "</tbody></table></div><ul class=\"legend\">";
  const auto entry = [](const char* kind, const std::string& text) {
    return "<li><i class=\"" + std::string(kind) + "\"></i>" + text + "</li>";
  };
  html += entry("r0", "up to " + number(kSeen) + ": as smooth as the clips") +
          entry("r1", "up to " + number(kHardlySeen)) + entry("r2", "up to the limit of " + number(model.maxRatio)) +
          entry("r3", "up to " + number(2 * model.maxRatio)) + entry("r4", "above");
  return html + "</ul>";
}

std::string films(const ReportedModel& model) {
  std::string html;
  for (const ReportedPair* pair : sortedPairs(model)) {
    if (pair->film.empty()) continue;
    html += "<figure class=\"card\"><video src=\"" + pair->film +
            "\" autoplay loop muted playsinline controls></video><figcaption><b>" + pairLabel(model, *pair) +
            "</b>change of velocity " + number(pair->ratio()) + ", " + jointLabel(*pair) + " &nbsp;<a href=\"#" +
            pairId(*pair) + "\">curves</a></figcaption></figure>";
  }
  if (!html.empty()) return "<div class=\"films\">" + html + "</div>";
  return model.noFilms.empty() ? "" : "<p class=\"note\">No films: " + escaped(model.noFilms) + "</p>";
}

/// A loop with a seam, and no clip that simply ends somewhere else.
bool hasSeam(const ReportedClip& clip) { return clip.loopRatio > 1 && clip.loopRatio <= kEndsElsewhere; }

std::string loopCell(const ReportedClip& clip) {
  if (clip.loopRatio <= 1) return "<td class=\"num\">closed</td>";
  if (!hasSeam(clip)) return "<td class=\"num soft\">no loop</td>";
  return "<td class=\"num warn\">" + number(clip.loopDegrees, 1) + "\xC2\xB0, " + number(clip.loopRatio, 1) +
         " steps</td>";
}

std::string clipRow(const ReportedClip& clip) {
  std::string feet;
  for (const ReportedFoot& foot : clip.feet) {
    feet += "<svg viewBox=\"0 0 100 7\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" + escaped(foot.name) +
            " foot\"><title>" + escaped(foot.name) + "</title>";
    for (const auto& [begin, end] : foot.contacts)
      feet += "<rect x=\"" + number(100 * begin, 1) + "\" y=\"0\" width=\"" + number(100 * (end - begin), 1) +
              "\" height=\"7\"/>";
    feet += "</svg>";
  }
  return "<tr><td title=\"" + escaped(clip.name) + "\">" + escaped(labelOf(clip)) + "</td><td class=\"num\">" +
         number(clip.seconds) + " s</td>" + loopCell(clip) + "<td class=\"word\">" + escaped(clip.travel) +
         "</td><td class=\"num\">" + (clip.speed > 0 ? number(clip.speed) + " /s" : std::string("-")) + "</td><td>" +
         (feet.empty() ? "-" : "<div class=\"feet\">" + feet + "</div>") + "</td></tr>";
}

std::string clipTable(const ReportedModel& model) {
  std::string html =
      "<div class=\"card scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Clips\"><table class=\"list\"><thead><tr>"
      "<th>Clip</th><th class=\"num\">Length</th><th class=\"num\">Loop seam</th><th>Travel</th><th "
      "class=\"num\">Speed</th><th>Feet on the ground</th></tr></thead><tbody>";
  for (const ReportedClip& clip : model.clips) html += clipRow(clip);
  return html + "</tbody></table></div>";
}

std::string loadReport(const ReportedModel& model) {
  std::string html = "<p>" + escaped(model.counts) + ".</p>";
  if (model.lines.empty()) return html + "<p class=\"note\">Nothing had to be repaired, and nothing was lost.</p>";
  html +=
      "<div class=\"card scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Load report\"><table "
      "class=\"list\"><tbody>";
  for (const ReportLine& line : model.lines)
    html += "<tr><td class=\"word" + std::string(line.kind == Finding::Lost ? " warn" : "") + "\">" +
            std::string(wordOf(line.kind)) + "</td><td>" + escaped(line.location) + "</td><td>" + escaped(line.what) +
            "</td></tr>";
  return html + "</tbody></table></div>";
}

std::string chips(const ReportedModel& model) {
  std::vector<double> ratios;
  for (const ReportedPair& pair : model.pairs) ratios.push_back(pair.ratio());
  std::sort(ratios.begin(), ratios.end());
  std::string html = "<ul class=\"chips\">";
  html += chip(std::to_string(model.pairs.size()), "transitions");
  if (!ratios.empty()) {
    html += chip(std::to_string(model.pastLimits()), "past the limits");
    html += chip(number(ratios[ratios.size() / 2]), "median change of velocity") + chip(number(ratios.back()), "worst");
  }
  const auto open = std::count_if(model.clips.begin(), model.clips.end(), hasSeam);
  html += chip(std::to_string(open), open == 1 ? "loop with a seam" : "loops with a seam");
  return html + "</ul>";
}

constexpr std::string_view kOpenLinked =
    "<script>addEventListener('hashchange',o);o();function o(){const e=document.getElementById(location.hash.slice(1));"
    "if(e&&e.tagName==='DETAILS'){e.open=true;e.scrollIntoView({block:'nearest'})}}"
    "if(matchMedia('(prefers-reduced-motion: "
    "reduce)').matches)document.querySelectorAll('video').forEach(v=>{v.autoplay="
    "false;v.pause()})</script>";

/// Which clips were not measured, and how to have them measured.
std::string leftOut(const ReportedModel& model) {
  if (model.clipsLeftOut.empty()) return "";
  const std::size_t all = model.clips.size() + model.clipsLeftOut.size();
  std::string html = "<p class=\"note\">" + std::to_string(model.clips.size()) + " of " + std::to_string(all) +
                     " clips were measured, spread evenly over the file; <code>--most-clips " + std::to_string(all) +
                     "</code> measures all. Left out: ";
  for (std::size_t i = 0; i < model.clipsLeftOut.size(); ++i)
    html += (i > 0 ? ", " : "") + escaped(shortenedInMiddle(model.clipsLeftOut[i]));
  return html + ".</p>";
}

}  // namespace

std::string_view ratioClass(double ratio, double maxRatio) {
  if (ratio > 2 * maxRatio) return "r4";
  if (ratio > maxRatio) return "r3";
  if (ratio > kHardlySeen) return "r2";
  return ratio > kSeen ? "r1" : "r0";
}

std::string pageHead(const std::string& title) {
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width,initial-scale=1\"><link rel=\"icon\" href=\"data:,\"><title>" +
         escaped(title) + "</title>\n<style>" + std::string(kReportStyle) + "</style></head><body>";
}

std::string reportPage(const ReportedModel& measured) {
  ReportedModel model = measured;
  std::vector<std::string> names;
  for (const ReportedClip& clip : model.clips) names.push_back(clip.name);
  names = labelsOf(names);
  for (std::size_t i = 0; i < names.size(); ++i) model.clips[i].label = std::move(names[i]);
  std::string html = pageHead(model.name + " \xE2\x80\x93 Crossfade") + "<main><h1>" + escaped(model.name) +
                     "</h1><div class=\"soft\">" + escaped(model.counts) + "</div>" + chips(model);
  if (!model.pairs.empty()) {
    html +=
        "<h2>Every transition</h2><p class=\"note\">How much the velocity changes within a frame at 240 Hz, "
        "relative to what the two clips do by themselves: the worst joint, straight and interrupted halfway. Rows fade "
        "to columns.";
    html += "</p>" + leftOut(model) + matrix(model);
    const std::string shown = films(model);
    if (!shown.empty()) html += "<h2>Roughest</h2>" + shown;
  }
  html += "<h2>Clips</h2>" + clipTable(model) + "<h2>Load report</h2>" + loadReport(model);
  if (!model.pairs.empty()) {
    html +=
        "<h2>Curves</h2><p class=\"note\">Roughest first. The shaded part is the fade.</p><div class=\"card rows\">";
    for (const ReportedPair* pair : sortedPairs(model)) html += pairDetails(model, *pair);
    html += "</div>";
  }
  html += "<footer>Measured by <code>crossfade report</code>. Lengths are in the file's unit.</footer></main>" +
          std::string(kOpenLinked) + "</body></html>\n";
  return html;
}

}  // namespace app
