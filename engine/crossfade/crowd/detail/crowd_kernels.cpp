#include "crossfade/crowd/detail/crowd_kernels.h"

// Left out: SSSE3 is hardly faster than scalar code, and vectors whose length is unknown at compile time do not fit
// fixed groups of lanes.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "crossfade/crowd/detail/crowd_kernels.cpp"
#include <hwy/foreach_target.h>

#include "crossfade/crowd/detail/crowd_mix.inl"
#include "crossfade/crowd/detail/crowd_single.inl"

HWY_BEFORE_NAMESPACE();
namespace crossfade {
namespace HWY_NAMESPACE {

void finishStreams() { hwy::FlushStream(); }

const CrowdKernels* kernels() {
  static const CrowdKernels all{hwy::TargetName(HWY_TARGET), kLanes,        &mixTask, &makeMatrices,
                                &makeSingleMatrices,         &finishStreams};
  return &all;
}

}  // namespace HWY_NAMESPACE
}  // namespace crossfade
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace crossfade {

HWY_EXPORT(kernels);

const CrowdKernels& crowdKernels() { return *HWY_DYNAMIC_DISPATCH(kernels)(); }

std::span<const CrowdKernels* const> allCrowdKernels() {
  struct List {
    const CrowdKernels* kernels[8] = {};
    std::size_t count = 0;
    void add(std::int64_t target, const CrowdKernels* (*get)()) {
      if (HWY_SUPPORTED_TARGETS & target) kernels[count++] = get();
    }
  };
  static const List list = [] {
    List all;
#if HWY_TARGETS & HWY_AVX3
    all.add(HWY_AVX3, &N_AVX3::kernels);
#endif
#if HWY_TARGETS & HWY_AVX2
    all.add(HWY_AVX2, &N_AVX2::kernels);
#endif
#if HWY_TARGETS & HWY_SSE4
    all.add(HWY_SSE4, &N_SSE4::kernels);
#endif
#if HWY_TARGETS & HWY_NEON
    all.add(HWY_NEON, &N_NEON::kernels);
#endif
#if HWY_TARGETS & HWY_WASM
    all.add(HWY_WASM, &N_WASM::kernels);
#endif
#if HWY_TARGETS & HWY_EMU128
    all.add(HWY_EMU128, &N_EMU128::kernels);
#endif
#if HWY_TARGETS & HWY_SCALAR
    all.add(HWY_SCALAR, &N_SCALAR::kernels);
#endif
    return all;
  }();
  return {list.kernels, list.count};
}

}  // namespace crossfade
#endif
