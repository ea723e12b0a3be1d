/** What the scenes are made of. */

export const see = (page, text) => page.getByText(text).first().waitFor()

export const seeHeading = ({ page }) => page.getByRole('heading', { level: 1 }).first().waitFor()

/** An answer that never comes. */
export const held = () => new Promise(() => {})

export const refuse = (status, code) => route =>
  route.fulfill({ status, json: { code, message: 'Tente de novo em instantes.', requestId: 'x' } })
