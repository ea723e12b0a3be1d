export const postJson = (productUrl: string, path: string, body: object): Promise<Response> =>
  fetch(`${productUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
