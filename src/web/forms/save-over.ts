interface Seen<What> {
  /** What the member saw. */
  was: What
  /** What an earlier save may have stored, if its response was lost. */
  sent: What | undefined
}

/** Saves over what the member saw. An own earlier save, as `isStored` tells from the error, is no conflict: it is replaced too. */
export const saveOver = async <What, Saved>(
  save: (was: What) => Promise<Saved>,
  { was, sent }: Seen<What>,
  isStored: (sent: What, error: unknown) => boolean,
): Promise<Saved> => {
  try {
    return await save(was)
  } catch (error) {
    if (sent === undefined || !isStored(sent, error)) throw error
    return save(sent)
  }
}
