// A product starts with this module to let a day pass: its days are those of its own clock, not of the browser's. Each SIGWINCH
// moves the clock by one day.

const dayMs = 24 * 60 * 60 * 1000
const realNow = Date.now
let days = 0

Date.now = () => realNow() + days * dayMs
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [Date.now()], newTarget),
})
process.on('SIGWINCH', () => days++)
