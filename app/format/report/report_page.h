// The page of one model: a single HTML file that needs nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/model/import_report.h"

namespace app {

// What a report shows of one model: plain values, measured by host/report.

struct ReportedFoot {
  std::string name;
  std::vector<std::pair<double, double>> contacts;  // phases of the clip, 0 to 1
};

struct ReportedClip {
  int index = -1;  // in the model; not in the list
  std::string name;
  std::string label = {};  // what pages call it; empty: its name
  double seconds = 0;
  double loopDegrees = 0, loopRatio = 0;  // between its last and its first pose; ratio: to its own largest step
  std::string travel;                     // "in place", "traveling"
  double speed = 0;                       // length units per second
  std::vector<ReportedFoot> feet;         // none: no human body
};

/// Curves have one value per sample, at even times from 0 to `length`.
struct ReportedCurves {
  double length = 0, begin = 0, end = 0;  // seconds; of the fade
  std::vector<float> from, to;            // weights
  std::vector<float> speed;               // of the worst joint: degrees, or length units, per second
  std::vector<float> slide;               // of feet in contact: length units per second; empty: not measured
  bool speedIsAngle = true;
};

struct ReportedPair {
  int from = 0, to = 0;  // in ReportedModel::clips
  std::string kind, sync;
  double seconds = 0;
  double straight = 0, interrupted = 0;          // change of velocity, relative to what the clips do by themselves
  double overshootDegrees = 0, tiltDegrees = 0;  // past both clips: of a joint, and of the trunk
  double sink = 0;                               // below both clips, as a fraction of the body's size
  std::optional<double> slide;                   // leg lengths per step
  std::string joint;                             // where the velocity changes most
  std::string fault;  // what the body does that neither clip does, a sentence; empty: nothing
  double start = 0;   // seconds in the first clip, where the velocity changes most
  ReportedCurves curves;
  std::string film;  // a data: URI; empty: none

  double ratio() const { return std::max(straight, interrupted); }
  bool passes(double maxRatio) const { return ratio() <= maxRatio && fault.empty(); }
};

struct ReportedModel {
  std::string name, path;
  std::string key;     // of the file's content and of what was asked for: equal keys, equal results
  std::string page;    // its page, relative to the list that names it; empty: none was written
  std::string error;   // why it could not be measured; then all below is empty
  std::string counts;  // "54 nodes, 6463 vertices"
  double maxRatio = 0;
  std::vector<ReportedClip> clips;
  std::vector<std::string> clipsLeftOut;  // names, of those that have a length
  std::vector<ReportedPair> pairs;
  std::vector<ReportLine> lines;
  std::string noFilms;  // why there are none
  double took = 0;      // seconds

  std::size_t pastLimits() const {
    return static_cast<std::size_t>(
        std::count_if(pairs.begin(), pairs.end(), [&](const ReportedPair& pair) { return !pair.passes(maxRatio); }));
  }
  /// All pairs, those whose velocity changes most first.
  std::vector<ReportedPair*> roughest() {
    std::vector<ReportedPair*> sorted;
    for (ReportedPair& pair : pairs) sorted.push_back(&pair);
    std::ranges::stable_sort(sorted, std::greater(), &ReportedPair::ratio);
    return sorted;
  }
  double worst() const {
    double ratio = 0;
    for (const ReportedPair& pair : pairs) ratio = std::max(ratio, pair.ratio());
    return ratio;
  }
};

// Text for pages: escaped, numbers as people read them, bytes as base64.

/// Escaped for the content and the quoted attributes of HTML and XML. Bytes that are not UTF-8, control characters
/// except line breaks, and characters that change the direction of text are escaped, too (format/visible_text.h).
std::string escaped(std::string_view text);
/// "3.25" with at most `digits` decimals; "–" if it is not finite.
std::string shortNumber(double value, int digits = 2);
/// Short labels for names, one each: without the words that all of them begin with ("Walk" for "AnimalArmature|Walk"),
/// and shortened in the middle to at most `most` characters.
std::vector<std::string> labelsOf(const std::vector<std::string>& names, std::size_t most = 40);
/// UTF-8 text shortened in the middle to at most `most` characters (code points): "AnimalArm…Walk".
std::string shortenedInMiddle(std::string_view text, std::size_t most = 40);
/// A figure at the top of a page: a number and what it counts.
std::string chip(const std::string& value, const std::string& what);
/// RFC 4648, section 4.
std::string base64Of(std::span<const std::uint8_t> bytes);

// How pages of a report look. Private to app/format/report.

inline constexpr std::string_view kReportStyle = R"css(
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--line:#dfe3e8;--text:#1b2129;--soft:#5b6673;--accent:#1f6fd0;
--from:#9a6a00;--to:#1f6fd0;--curve:#7a3fb0;--slide:#0b7a68;--band:#1f6fd014;
--r0:#e4f2ea;--r0t:#1d5a39;--r1:#cfe8d8;--r1t:#17502f;--r2:#fbe9b7;--r2t:#5f4500;--r3:#f7b98a;--r3t:#602500;--r4:#d5473d;--r4t:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#14171c;--card:#1c2128;--line:#2f3640;--text:#e6eaf0;--soft:#9aa5b3;--accent:#6fb0ff;
--from:#e0b04a;--to:#6fb0ff;--curve:#c79bf2;--slide:#4fd0b8;--band:#6fb0ff1c;
--r0:#1f3329;--r0t:#a9dcbf;--r1:#24452f;--r1t:#b5e6c6;--r2:#54450f;--r2t:#ffe59a;--r3:#6f3a12;--r3t:#ffd2ad;--r4:#a32c25;--r4t:#fff}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1120px;margin:0 auto;padding:28px 20px 64px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:18px;margin:40px 0 4px}
p{margin:4px 0 12px;max-width:72ch}
.soft,figcaption,.legend{color:var(--soft)}
.note{font-size:13.5px;color:var(--soft)}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.chips{display:flex;flex-wrap:wrap;gap:8px;margin:16px 0 0;padding:0;list-style:none}
.chips li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 14px}
.chips b{display:block;font-size:20px;line-height:1.25;font-variant-numeric:tabular-nums}
.chips span{font-size:13px;color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.scroll{overflow-x:auto;-webkit-overflow-scrolling:touch}
table{border-collapse:separate;border-spacing:0;font-size:14px;font-variant-numeric:tabular-nums}
.matrix{padding:12px 14px 12px 12px;width:fit-content;max-width:100%}
.matrix table{border-spacing:2px}
.matrix th{font-weight:500;font-size:13px;color:var(--soft);white-space:nowrap}
.matrix thead th{vertical-align:bottom;padding:0}
.matrix thead th span{display:block;width:48px;writing-mode:vertical-rl;transform:rotate(180deg);padding:6px 0 2px;line-height:48px;max-height:128px;overflow:hidden;text-overflow:ellipsis}
.matrix tbody th{position:sticky;left:0;background:var(--card);text-align:right;padding:0 8px 0 0;max-width:190px;overflow:hidden;text-overflow:ellipsis;z-index:1}
.matrix td{min-width:48px;height:36px;padding:0;text-align:center;font-size:13px;border-radius:4px}
.matrix td a{display:block;line-height:36px;color:inherit;border-radius:4px;text-decoration:none}
.matrix td a:hover{box-shadow:0 0 0 2px var(--accent)}
.r0{background:var(--r0);color:var(--r0t)}.r1{background:var(--r1);color:var(--r1t)}.r2{background:var(--r2);color:var(--r2t)}
.r3{background:var(--r3);color:var(--r3t)}.r4{background:var(--r4);color:var(--r4t)}
.legend{display:flex;flex-wrap:wrap;gap:6px 16px;font-size:13px;margin:10px 0 0;padding:0;list-style:none}
.legend i{display:inline-block;width:14px;height:14px;border-radius:3px;margin-right:6px;vertical-align:-2px}
.films{display:grid;grid-template-columns:repeat(auto-fill,minmax(196px,1fr));gap:14px;margin-top:12px}
.films figure{margin:0;overflow:hidden}
.films video{display:block;width:100%;aspect-ratio:1;background:#20252c;border-radius:9px 9px 0 0}
.films figcaption{padding:8px 12px 11px;font-size:13.5px;line-height:1.4}
.films figcaption b{display:block;color:var(--text);font-weight:600;overflow-wrap:anywhere}
.badge{display:inline-block;min-width:48px;padding:1px 8px;border-radius:999px;text-align:center;font-size:13px;font-variant-numeric:tabular-nums}
.rows{overflow:hidden}details{border-bottom:1px solid var(--line)}details:last-child{border-bottom:0}
summary{display:flex;align-items:center;gap:12px;padding:9px 14px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:7px;height:7px;border-right:2px solid var(--soft);border-bottom:2px solid var(--soft);transform:rotate(-45deg);transition:transform .12s}
details[open]>summary::before{transform:rotate(45deg)}
summary:hover{background:var(--band)}
summary .name{flex:1;min-width:0;overflow-wrap:anywhere}
summary .how{color:var(--soft);font-size:13.5px;text-align:right}
.more{padding:2px 14px 16px 33px}
.facts{display:flex;flex-wrap:wrap;gap:2px 22px;margin:0 0 10px;font-size:13.5px;color:var(--soft)}
.facts .how{display:none}.facts span{min-width:0}.facts b{color:var(--text);font-weight:600}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:16px}
.charts figure{margin:0;min-width:0}
.charts figcaption{font-size:13px;margin-bottom:4px}
.charts svg{display:block;width:100%;height:92px;background:var(--bg);border-radius:6px}
.axis{display:flex;justify-content:space-between;font-size:12px;color:var(--soft);font-variant-numeric:tabular-nums}
svg polyline{fill:none;stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.from{stroke:var(--from)}.to{stroke:var(--to)}.speed{stroke:var(--curve)}.slide{stroke:var(--slide)}
.band{fill:var(--band)}
.key{display:inline-block;width:12px;height:3px;border-radius:2px;margin:0 5px 3px 0}
.key.from{background:var(--from)}.key.to{background:var(--to)}
.list{width:100%}
.list th{text-align:left;font-weight:500;color:var(--soft);font-size:13px;padding:9px 14px;border-bottom:1px solid var(--line);white-space:nowrap}
.list td{min-width:8em;max-width:44ch;padding:8px 14px;border-bottom:1px solid var(--line);vertical-align:middle}
.list tr:last-child td{border-bottom:0}
.list td[title]{min-width:12em}
.list .num,.list .word{min-width:0;white-space:nowrap}.list .num{text-align:right}
.list .warn{color:var(--r4)}.list .soft{color:var(--soft)}
@media(prefers-color-scheme:dark){.list .warn{color:#ff8a80}}
.feet{display:grid;gap:3px;width:140px}.feet svg{display:block;width:140px;height:7px;background:var(--line);border-radius:3px}
.feet rect{fill:var(--slide)}
footer{margin-top:44px;padding-top:14px;border-top:1px solid var(--line);font-size:13px;color:var(--soft)}
@media(max-width:760px){main{padding:20px 14px 48px}.charts{grid-template-columns:1fr;gap:14px}.more{padding-left:14px}
summary .how{display:none}.facts .how{display:inline}.films{grid-template-columns:1fr 1fr;gap:10px}.films figcaption{padding:7px 10px 9px;font-size:13px}
.chips{display:grid;grid-template-columns:1fr 1fr}.matrix{padding:8px}.matrix td{min-width:38px}.matrix thead th span{width:38px;line-height:38px}.matrix tbody th{max-width:124px;font-size:12px}h2{margin-top:32px}}
@media print{body{background:#fff}.films{display:none}}
)css";

/// Light or dark as the reader's system is. Without scripts everything is there; with them, a link to a pair opens it.
std::string reportPage(const ReportedModel& model);

/// What a ratio is called in class names: "r0" (cannot be seen) to "r4".
std::string_view ratioClass(double ratio, double maxRatio);
/// The beginning of any page of a report, up to <body> included.
std::string pageHead(const std::string& title);

}  // namespace app
