/** Keeps every result of a pure function. For few arguments, such as years and time zones. */
export const memoize = <Argument, Result>(
  compute: (argument: Argument) => Result,
): ((argument: Argument) => Result) => {
  const known = new Map<Argument, Result>()
  return argument => {
    const result = known.get(argument) ?? compute(argument)
    known.set(argument, result)
    return result
  }
}

/** Computes a value on first use. */
export const once = <Result>(compute: () => Result): (() => Result) => memoize<void, Result>(compute)
