/** The same numbers everywhere (L'Ecuyer's minimal standard generator). */
export class Random {
  constructor(seed) {
    this.state = (seed * 7919 + 1) % 2147483647 || 1
  }
  /** 0 to 1. */
  next() {
    this.state = (this.state * 48271) % 2147483647
    return this.state / 2147483647
  }
  below(count) {
    return Math.floor(this.next() * count)
  }
  between(low, high) {
    return low + (high - low) * this.next()
  }
  of(list) {
    return list[this.below(list.length)]
  }
}
