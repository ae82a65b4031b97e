import { useRevalidator } from 'react-router'
import { ErrorState } from './page-states.tsx'

/** In the place of what a page's loader could not bring; tries the loader again. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  return <ErrorState message={message} onRetry={() => void revalidate()} />
}
