/** The result of forwarding a message; `reply` is what the service answered. */
export type ForwardResult =
  | { status: 'accepted' }
  | { status: 'refused'; reply: string }
  | { status: 'no_answer' }

export type Web3Forms = { url: string; accessKey: string | undefined }
type FormMessage = { name: string; email: string; message: string }

const TIMEOUT_MS = 8_000
const MAX_REPLY_LENGTH = 300

/** Posts a message to the form service. A reply that cannot be parsed counts as no answer. */
export async function postToWeb3Forms(
  { url, accessKey }: { url: string; accessKey: string },
  message: FormMessage,
): Promise<ForwardResult> {
  const sent = {
    ...message,
    access_key: accessKey,
    subject: `Message from ${message.name}`,
    from_name: 'Twende',
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(sent),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readAnswer(response.ok, await response.json())
  } catch {
    return { status: 'no_answer' }
  }
}

function readAnswer(isOk: boolean, answer: unknown): ForwardResult {
  if (!answer || typeof answer !== 'object' || !('success' in answer)) return { status: 'no_answer' }
  if (isOk && answer.success === true) return { status: 'accepted' }
  const reply = 'message' in answer && typeof answer.message === 'string' ? answer.message : ''
  return { status: 'refused', reply: onOneLine(reply) }
}

function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_REPLY_LENGTH)
}
