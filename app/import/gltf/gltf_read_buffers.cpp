#include <algorithm>
#include <string>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/gltf/gltf_accessor.h"
#include "app/import/gltf/gltf_compression.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

struct AccessorShape {
  std::string_view name;
  int components;
  bool matrix;
};
constexpr AccessorShape kShapes[] = {{"SCALAR", 1, false}, {"VEC2", 2, false}, {"VEC3", 3, false}, {"VEC4", 4, false},
                                     {"MAT2", 4, true},    {"MAT3", 9, true},  {"MAT4", 16, true}};

ComponentType componentType(const Json& object, const JsonLocation& location) {
  const std::uint64_t code = sizeMember(object, "componentType", 0, location);
  if (code < 5120 || code == 5124 || code > 5126) refuse(location.text(), ": component type ", code, " is unknown");
  return static_cast<ComponentType>(code);
}

AccessorShape shapeOf(const Json& object, const JsonLocation& location) {
  const std::string type = textMember(object, "type");
  for (const AccessorShape& shape : kShapes)
    if (shape.name == type) return shape;
  refuse(location.text(), ": type '", type.substr(0, 40), "' is unknown");
}

/// `bytes` bytes of a view from `offset` on; refuses what reaches past the view. Sets absentBuffer where there is no
/// data.
ByteSpan within(const GltfDocument& document, GltfAccessor& accessor, int index, std::uint64_t offset,
                std::uint64_t bytes, const JsonLocation& location) {
  if (bytes == 0) return {};  // some writers leave an offset where nothing is
  const GltfView& view = document.views[static_cast<std::size_t>(index)];
  if (offset > view.size || bytes > view.size - offset)
    refuse(location.text(), ": ", bytes, " bytes from offset ", offset, " reach past buffer view ", index, " of ",
           view.size, " bytes");
  if (document.buffers[static_cast<std::size_t>(view.buffer)].absent) {
    accessor.absentBuffer = view.buffer;
    return {};
  }
  return bytesOf(document, view).subspan(offset, bytes);
}

void readSparse(GltfDocument& document, GltfAccessor& accessor, const Json& sparse, const JsonLocation& outer) {
  const JsonLocation location{"sparse", -1, &outer};
  requireObject(sparse, location);
  accessor.sparseCount = sizeMember(sparse, "count", 0, location);
  if (accessor.sparseCount > accessor.count)
    refuse(location.text(), ": replaces ", accessor.sparseCount, " of ", accessor.count, " elements");
  const Json* indices = findMember(sparse, "indices");
  const Json* values = findMember(sparse, "values");
  if (!indices || !values) refuse(location.text(), ": has no indices or no values");
  const auto indexView = indexMember(*indices, "bufferView", document.views.size(), "buffer view", location);
  const auto valueView = indexMember(*values, "bufferView", document.views.size(), "buffer view", location);
  if (!indexView || !valueView) refuse(location.text(), ": has no buffer view");
  accessor.sparseIndexType = componentType(*indices, location);
  if (!isUnsignedInteger(accessor.sparseIndexType)) refuse(location.text(), ": its indices are not unsigned integers");
  accessor.sparseIndices = within(document, accessor, *indexView, sizeMember(*indices, "byteOffset", 0, location),
                                  accessor.sparseCount * componentBytes(accessor.sparseIndexType), location);
  accessor.sparseValues = within(document, accessor, *valueView, sizeMember(*values, "byteOffset", 0, location),
                                 accessor.sparseCount * elementBytes(accessor), location);
}

GltfAccessor readAccessor(GltfDocument& document, const Json& object, const JsonLocation& location) {
  const AccessorShape shape = shapeOf(object, location);
  GltfAccessor accessor;
  accessor.component = componentType(object, location);
  accessor.components = shape.components;
  accessor.matrix = shape.matrix;
  accessor.normalized = flagMember(object, "normalized", false);
  accessor.count = sizeMember(object, "count", 0, location);
  if (accessor.count > limits::kAccessorElements)
    refuse(location.text(), ": ", accessor.count, " elements are more than the limit of ", limits::kAccessorElements);
  if (const auto view = indexMember(object, "bufferView", document.views.size(), "buffer view", location)) {
    const std::size_t element = elementBytes(accessor);
    const std::size_t stride = document.views[static_cast<std::size_t>(*view)].stride;
    if (stride != 0 && stride < element)
      refuse(location.text(), ": elements of ", element, " bytes overlap in buffer view ", *view, ", whose stride is ",
             stride);
    accessor.stride = stride != 0 ? stride : element;
    const std::uint64_t bytes = accessor.count == 0 ? 0 : (accessor.count - 1) * accessor.stride + element;
    accessor.bytes = within(document, accessor, *view, sizeMember(object, "byteOffset", 0, location), bytes, location);
  }
  if (const Json* sparse = findMember(object, "sparse")) readSparse(document, accessor, *sparse, location);
  return accessor;
}

void trim(GltfBuffer& buffer, const JsonLocation& location, ImportReport& report) {
  const std::size_t present = buffer.bytes.size();
  if (present < buffer.size)
    refuse(location.text(), ": holds ", present, " of the ", buffer.size, " bytes it declares");
  if (present - buffer.size > 3)  // a binary chunk is padded to a multiple of 4
    report.add(Finding::Ignored, location.text(), concat(present - buffer.size, " bytes after its end"));
  buffer.bytes.resize(buffer.size);
}

}  // namespace

void readBuffers(GltfDocument& document, GltfContainer& container, ImportReport& report, const ImportWatch& watch) {
  std::uint64_t left = limits::kResourceBytes;
  const Json& list = section(document, "buffers", limits::kListEntries);
  forEachObject(list, "buffer", [&](const Json& object, const JsonLocation& location) {
    const ImportWatch subrange = watch.subrange(static_cast<std::size_t>(location.index), list.size());
    const std::uint64_t length = sizeMember(object, "byteLength", 0, location);
    const Json* uri = findMember(object, "uri");
    GltfBuffer buffer{.bytes = {}, .size = length};
    if (uri && uri->is_string()) {
      try {  // a URI that may not be read makes the whole import fail: see resource_uri.h
        buffer.bytes = readResource(document.folder, uri->get_ref<const std::string&>(), left, subrange);
      } catch (const ImportError& error) {
        refuse(location.text(), ": ", error.what());
      }
      left -= std::min<std::uint64_t>(left, buffer.bytes.size());
    } else if (location.index == 0 && container.hasBinary) {
      buffer.bytes = std::move(container.binary);
    } else {
      buffer.absent = true;
      report.add(Finding::Found, location.text(), "it has no data");
    }
    if (!buffer.absent) trim(buffer, location, report);
    document.buffers.push_back(std::move(buffer));
  });
}

void readViews(GltfDocument& document, ImportReport& report, const ImportWatch& watch) {
  std::uint64_t decodedBytesLeft = limits::kResourceBytes;
  const std::size_t fileBuffers = document.buffers.size();  // decoded ones are added
  const Json& list = section(document, "bufferViews", limits::kDataViews);
  forEachObject(list, "buffer view", [&](const Json& object, const JsonLocation& location) {
    if (auto view = readCompressedView(document, object, location, fileBuffers, decodedBytesLeft, report)) {
      watch.throwIfCanceled();
      return document.views.push_back(*view);
    }
    const auto buffer = indexMember(object, "buffer", fileBuffers, "buffer", location);
    if (!buffer) refuse(location.text(), ": names no buffer");
    const std::uint64_t offset = sizeMember(object, "byteOffset", 0, location);
    const std::uint64_t length = sizeMember(object, "byteLength", 0, location);
    const std::uint64_t stride = sizeMember(object, "byteStride", 0, location);
    const std::size_t bufferSize = document.buffers[static_cast<std::size_t>(*buffer)].size;
    if (offset > bufferSize || length > bufferSize - offset)
      refuse(location.text(), ": ", length, " bytes from offset ", offset, " reach past buffer ", *buffer, " of ",
             bufferSize, " bytes");
    if (stride > limits::kByteStride)
      refuse(location.text(), ": a stride of ", stride, " bytes is above the limit of ", limits::kByteStride);
    document.views.push_back({*buffer, offset, length, stride});
  });
}

void readAccessors(GltfDocument& document) {
  const Json& list = section(document, "accessors", limits::kDataViews);
  forEachObject(list, "accessor", [&](const Json& object, const JsonLocation& location) {
    document.accessors.push_back(readAccessor(document, object, location));
  });
}

}  // namespace app
