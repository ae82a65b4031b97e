import { sentenceParts } from '@twende/messages/sentence-parts.ts'
import { Fragment, type ReactNode } from 'react'

type SentenceProps = {
  /** A message with marks: `Read our <terms>terms</terms>.` */
  text: string
  /** What each mark becomes. */
  marks: Record<string, (text: string) => ReactNode>
}

/** A message with links or bold words in it, in the order of words of its language. */
export function Sentence({ text, marks }: SentenceProps) {
  return sentenceParts(text).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      <Fragment key={at}>{marks[part.mark]?.(part.text) ?? part.text}</Fragment>
    ),
  )
}
