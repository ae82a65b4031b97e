const PATIENCE_MS = 250

/** What comes quickly as it is; else its promise, so that the page can be shown with skeletons meanwhile. */
export async function soon<Answer>(answer: Promise<Answer>): Promise<{ page: Answer | Promise<Answer> }> {
  const patience = new Promise<'later'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'later'))
  const first = await Promise.race([answer, patience])
  return { page: first === 'later' ? answer : first }
}
