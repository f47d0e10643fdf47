#include "app/host/files/task_queue.h"

#include <iterator>
#include <new>

#include "app/host/files/text_file.h"

namespace app {

void TaskQueue::add(Task task) {
  queue_.add([task = std::move(task)]() -> Commands {
    try {
      return task();
    } catch (const std::bad_alloc&) {  // what was asked for has been freed, so there may be enough for a message
      return {ShowMessage{"there is not enough memory for that", true}};
    }
  });
}

void TaskQueue::poll(Commands& out) {
  while (auto done = queue_.poll()) std::move(done->begin(), done->end(), std::back_inserter(out));
}

void BackgroundWriter::write(std::string path, std::string text) {
  add(path, [path, text = std::move(text)] { return writeTextFile(path, text); });
}

void BackgroundWriter::copy(std::string from, std::string path) {
  add(path, [from = std::move(from), path]() -> crossfade::Result<void> {
    const auto text = readTextFile(from);
    return text ? writeTextFile(path, *text) : crossfade::Result<void>(text.error());
  });
}

void BackgroundWriter::add(const std::string& path, std::function<crossfade::Result<void>()> work) {
  queue_.add([path, work = std::move(work)] { return WrittenFile{path, withinMemory(path, work, "save")}; }, path);
}

}  // namespace app
