#include "app/import/collada/collada_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

namespace app {

std::vector<pugi::xml_node> elementsWhere(const pugi::xml_node& root,
                                          const std::function<bool(const pugi::xml_node&)>& isWanted) {
  struct Finder : pugi::xml_tree_walker {
    explicit Finder(const std::function<bool(const pugi::xml_node&)>& wanted) : isWanted(wanted) {}
    bool for_each(pugi::xml_node& node) override {
      if (isWanted(node)) found.push_back(node);
      return true;
    }
    const std::function<bool(const pugi::xml_node&)>& isWanted;
    std::vector<pugi::xml_node> found;
  } finder(isWanted);
  pugi::xml_node(root).traverse(finder);
  return std::move(finder.found);
}

std::vector<pugi::xml_node> elementsNamed(const pugi::xml_node& root, std::string_view name) {
  return elementsWhere(root, [&](const pugi::xml_node& node) { return name == node.name(); });
}

std::string idOf(const pugi::xml_node& element) { return element.attribute("id").value(); }

std::string shownNameOf(const pugi::xml_node& element) {
  const char* const name = element.attribute("name").value();
  return validUtf8(name[0] != '\0' ? name : element.attribute("id").value()).text;
}

std::string_view localId(std::string_view url) { return url.starts_with('#') ? url.substr(1) : std::string_view(); }

std::vector<std::uint32_t> indicesIn(std::string_view text, std::uint32_t otherwise) {
  std::vector<std::uint32_t> indices;
  forEachWord(text, [&](std::string_view word) {
    std::uint32_t index = otherwise;
    std::from_chars(word.data(), word.data() + word.size(), index);
    indices.push_back(index);
    return true;
  });
  return indices;
}

double numberIn(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double number = std::numeric_limits<double>::quiet_NaN();
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc::result_out_of_range)
    return word.find("e-") != word.npos || word.find("E-") != word.npos ? 0 : number;
  if (error != std::errc() || end == word.data() + word.size() || *end != ',') return number;
  std::string withPoint(word);
  withPoint[static_cast<std::size_t>(end - word.data())] = '.';
  return numberIn(withPoint);
}

std::size_t readNumbers(std::string_view text, std::span<float> numbers) {
  std::size_t count = 0;
  if (numbers.empty()) return count;
  forEachWord(text, [&](std::string_view word) {
    const double number = numberIn(word);
    if (!(std::abs(number) <= static_cast<double>(limits::kMaxMagnitude))) return false;
    numbers[count++] = static_cast<float>(number);
    return count < numbers.size();
  });
  return count;
}

namespace {

// Limit for all searches by sid together. In real files the target is usually a direct child of the element with the
// id.
constexpr std::uint64_t kMostSteps = 10'000'000;

class Ids : public pugi::xml_tree_walker {
 public:
  explicit Ids(std::multimap<std::string_view, pugi::xml_node>& byId) : byId_(byId) {}
  bool for_each(pugi::xml_node& node) override {
    if (const std::string_view id = node.attribute("id").value(); !id.empty()) byId_.emplace(id, node);
    return true;
  }

 private:
  std::multimap<std::string_view, pugi::xml_node>& byId_;
};

double numberOf(std::string_view word) {
  const double value = numberIn(word);
  return std::abs(value) <= static_cast<double>(limits::kMaxMagnitude) ? value : 0;
}

bool isArray(const pugi::xml_node& element) { return std::string_view(element.name()).ends_with("_array"); }

struct AccessorRange {
  pugi::xml_node array;
  std::size_t first = 0, stride = 1, count = 0;
};

AccessorRange rangeOf(const ColladaDocument& document, const pugi::xml_node& source) {
  const pugi::xml_node accessor = source.child("technique_common").child("accessor");
  AccessorRange range{.array = colladaArrayOf(document, source)};
  constexpr unsigned long long kMost = limits::kKeyValues;
  range.first = std::min(accessor.attribute("offset").as_ullong(), kMost);
  range.stride = std::clamp(accessor.attribute("stride").as_ullong(1), 1ull, kMost);
  range.count = std::min(accessor.attribute("count").as_ullong(), kMost / range.stride);
  return range;
}

}  // namespace

ColladaDocument::ColladaDocument(const pugi::xml_node& root) : root_(root) {
  Ids ids(byId_);
  root_.traverse(ids);
}

pugi::xml_node ColladaDocument::find(std::string_view url) const {
  const std::string_view id = url.substr(url.starts_with('#') ? 1 : 0);
  const auto found = byId_.lower_bound(id);  // the first in the document
  return found == byId_.end() || found->first != id ? pugi::xml_node() : found->second;
}

pugi::xml_node ColladaDocument::find(std::string_view url, std::string_view name) const {
  const auto [first, last] = byId_.equal_range(url.substr(url.starts_with('#') ? 1 : 0));
  const auto found = std::find_if(first, last, [&](const auto& each) { return isNamed(each.second, name); });
  return found == last ? pugi::xml_node() : found->second;
}

pugi::xml_node colladaArrayOf(const ColladaDocument& document, const pugi::xml_node& source) {
  const std::string_view url = source.child("technique_common").child("accessor").attribute("source").value();
  const pugi::xml_node own = source.find_child(isArray), named = document.find(url);
  if (isArray(named)) return named;
  const pugi::xml_node sameKind = document.find(url, own.name());
  return sameKind ? sameKind : own;
}

pugi::xml_node ColladaDocument::inputOf(const pugi::xml_node& parent, const char* semantic) const {
  return find(parent.find_child_by_attribute("input", "semantic", semantic).attribute("source").value());
}

void ColladaDocument::spend(std::uint64_t numbers) {
  numbersRead_ += numbers;
  if (numbersRead_ > limits::kKeyValues) refuse("its sources have more than ", limits::kKeyValues, " numbers");
}

ColladaNumbers ColladaDocument::numbersOf(const pugi::xml_node& source) {
  const AccessorRange range = rangeOf(*this, source);
  ColladaNumbers result{.values = {}, .stride = range.stride};
  std::size_t index = 0;
  const std::size_t end = range.first + range.stride * range.count;
  forEachWord(range.array.child_value(), [&](std::string_view word) {
    if (index >= range.first && index < end) result.values.push_back(numberOf(word));
    return ++index < end;
  });
  spend(index);
  result.values.resize(result.count() * result.stride);
  return result;
}

ColladaValues ColladaDocument::valuesOf(const pugi::xml_node& source) {
  const AccessorRange range = rangeOf(*this, source);
  const auto [entry, isNew] = arrays_.try_emplace(range.array.internal_object());
  std::vector<float>& numbers = entry->second;
  if (isNew)
    forEachWord(range.array.child_value(), [&](std::string_view word) {
      numbers.push_back(static_cast<float>(numberIn(word)));
      return true;
    });
  ColladaValues result{.numbers = numbers, .first = range.first, .stride = range.stride};
  const std::size_t usable = result.numbers.size() - std::min(result.first, result.numbers.size());
  result.count = std::min(range.count, usable / result.stride);
  // A <param> without a name is left out (COLLADA 1.4.1 specification, chapter 5, "accessor").
  std::size_t part = 0;
  for (const pugi::xml_node& param : source.child("technique_common").child("accessor").children("param")) {
    const bool isShown = param.attribute("name").value()[0] != '\0' && part < result.stride;
    if (isShown && result.size < result.parts.size()) result.parts[result.size++] = part;
    ++part;
  }
  if (result.size == 0) result.size = std::min(result.stride, result.parts.size());
  return result;
}

std::vector<std::string_view> ColladaDocument::wordsOf(const pugi::xml_node& source) {
  const AccessorRange range = rangeOf(*this, source);
  std::vector<std::string_view> result;
  std::size_t index = 0;
  const std::size_t end = range.first + range.count;
  forEachWord(range.array.child_value(), [&](std::string_view word) {
    if (index >= range.first && index < end) result.push_back(word);
    return ++index < end;
  });
  spend(index);
  return result;
}

pugi::xml_node ColladaDocument::childBySid(const pugi::xml_node& parent, std::string_view sid) {
  std::vector<pugi::xml_node> level{parent};
  while (!level.empty()) {  // breadth first, as the specification asks for
    std::vector<pugi::xml_node> next;
    for (const pugi::xml_node& each : level)
      for (const pugi::xml_node& child : each.children()) {
        if (++steps_ > kMostSteps) return {};
        if (sid == child.attribute("sid").value()) return child;
        next.push_back(child);
      }
    level = std::move(next);
  }
  return {};
}

ColladaTarget ColladaDocument::resolve(std::string_view address) {
  const auto partOf = [](std::string_view step, std::size_t at) {
    return at == step.npos ? std::string_view() : step.substr(at + (step[at] == '.' ? 1 : 0));
  };
  std::size_t slash = address.find('/');
  ColladaTarget target{.element = find(address.substr(0, slash)), .member = {}, .lastStep = address.substr(0, slash)};
  if (slash == address.npos) {
    if (target.element) return target;
    const std::size_t at = address.find_last_not_of("()0123456789") + 1;  // an id may have a period
    if (at >= address.size() || address[at] != '(') return target;
    return {.element = find(address.substr(0, at)), .member = address.substr(at), .lastStep = address.substr(0, at)};
  }
  while (target.element && slash != address.npos) {
    address.remove_prefix(slash + 1);
    slash = address.find('/');
    const std::string_view step = address.substr(0, slash);
    const pugi::xml_node from = target.element;
    const std::size_t at = slash == address.npos ? step.find_first_of(".(") : step.npos;
    target = {
        .element = childBySid(from, step.substr(0, at)), .member = partOf(step, at), .lastStep = step.substr(0, at)};
    if (target.element || at == step.npos) continue;
    target.element = childBySid(from, step);  // a sid with a period
    if (target.element) target.member = {}, target.lastStep = step;
  }
  return target;
}

std::vector<double> numbersIn(const pugi::xml_node& element, std::size_t most) {
  std::vector<double> values;
  forEachWord(element.child_value(), [&](std::string_view word) {
    if (values.size() < most) values.push_back(numberOf(word));
    return values.size() < most;
  });
  return values;
}

}  // namespace app
