/** Sends again, as clients do, while busy cores leave the server no time: at most six times. */
export const sendUntilServed = async <Response extends { status: number }>(
  send: () => Promise<Response>,
  repeats = 5,
): Promise<Response> => {
  const response = await send()
  return response.status === 503 && repeats > 0 ? sendUntilServed(send, repeats - 1) : response
}
