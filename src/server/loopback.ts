/** Is true for hosts that only this machine can reach; 0.0.0.0 and :: accept remote connections. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname)
