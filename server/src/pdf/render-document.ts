import { getLocale } from '@twende/messages/runtime'
import { boundedQueue } from '../http/limits/bounded-queue.ts'
import { bufferOf } from '../threads/answer-calls.ts'
import { onDemand } from '../threads/on-demand.ts'
import type { PaperDocument } from './document.ts'
import type { DocumentTasks } from './document-worker.ts'

/** Drawing takes the processor for some hundredths of a second, and the libraries that do it take 15 MiB. */
const documents = onDemand<DocumentTasks>({
  kind: 'thread',
  source: 'server/src/pdf/document-worker.ts',
  built: 'document-worker.js',
})

/** Documents are drawn one after the other, so that at most these wait. */
const inTurn = boundedQueue({ concurrency: 1, maxWaiting: 50 })

/** The document as the bytes of a PDF, in the language of the moment (`inLocale`). */
export function renderDocument(paper: PaperDocument): Promise<Buffer> {
  const locale = getLocale()
  return inTurn(async () => bufferOf(await documents.run('drawDocument', paper, locale)))
}
