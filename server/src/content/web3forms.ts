/** What became of a message that was handed to the form service. */
export type Forwarded = { became: 'taken' } | { became: 'refused'; message: string } | { became: 'unheard' }

export type Web3Forms = { url: string; accessKey: string | undefined }
type Letter = { name: string; email: string; message: string }

const PATIENCE_MS = 8_000
const LONGEST_SENTENCE = 300

/** Posts a message to the form service. Without an answer that can be understood nothing is known of it. */
export async function postToWeb3Forms(
  { url, accessKey }: { url: string; accessKey: string },
  letter: Letter,
): Promise<Forwarded> {
  const sent = {
    ...letter,
    access_key: accessKey,
    subject: `Message from ${letter.name}`,
    from_name: 'Twende',
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(sent),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return readAnswer(response.ok, await response.json())
  } catch {
    return { became: 'unheard' }
  }
}

function readAnswer(isOk: boolean, answer: unknown): Forwarded {
  if (!answer || typeof answer !== 'object' || !('success' in answer)) return { became: 'unheard' }
  if (isOk && answer.success === true) return { became: 'taken' }
  const said = 'message' in answer && typeof answer.message === 'string' ? answer.message : ''
  return { became: 'refused', message: onOneLine(said) }
}

function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SENTENCE)
}
