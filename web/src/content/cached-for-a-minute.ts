const KEPT_MS = 60_000

/** The same question, asked at most once a minute; an answer that is not `worth` keeping is asked for again. */
export function cachedForAMinute<Answer>(
  ask: () => Promise<Answer>,
  worth: (answer: Answer) => boolean = () => true,
): () => Promise<Answer> {
  let kept: { asked: number; answer: Promise<Answer> } | undefined
  return () => {
    const now = Date.now()
    if (kept && now - kept.asked < KEPT_MS) return kept.answer
    const answer = ask()
    const mine = { asked: now, answer }
    kept = mine
    const forget = () => {
      if (kept === mine) kept = undefined
    }
    answer.then((came) => worth(came) || forget(), forget)
    return answer
  }
}
