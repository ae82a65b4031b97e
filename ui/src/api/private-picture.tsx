import type { PrivateFile } from '@twende/contract/private-files/private-file-routes.ts'
import { m } from '@twende/messages'
import { useEffect, useState } from 'react'
import { currentSession } from '../accounts/session.ts'

/** The bytes behind a link to a private file, which is opened only with the session it was made for. */
export async function fetchPrivateFile(link: string, signal?: AbortSignal): Promise<Blob> {
  const token = currentSession()?.token
  const answer = await fetch(link, { headers: token ? { token } : {}, ...(signal ? { signal } : {}) })
  if (!answer.ok) throw new Error(`the private file was answered with ${answer.status}`)
  return answer.blob()
}

type PrivatePictureProps = {
  file: Pick<PrivateFile, 'link' | 'thumbnailLink'>
  alt: string
  /** The small variant, for lists. */
  small?: boolean
  className?: string
}

/** A private picture, or a sentence where it cannot be loaded. It is held in memory only while it is shown. */
export function PrivatePicture({ file, alt, small = false, className }: PrivatePictureProps) {
  const link = (small ? file.thumbnailLink : file.link) ?? file.link
  const [shown, setShown] = useState<{ address?: string; failed?: true }>({})
  useEffect(() => {
    const aborter = new AbortController()
    let address: string | undefined
    fetchPrivateFile(link, aborter.signal).then(
      (blob) => {
        if (aborter.signal.aborted) return
        address = URL.createObjectURL(blob)
        setShown({ address })
      },
      () => aborter.signal.aborted || setShown({ failed: true }),
    )
    return () => {
      aborter.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [link])
  if (shown.failed) return <p className="p-3 text-sm">{m.common_private_picture_failed()}</p>
  if (!shown.address) return <div className={className} role="status" aria-label={alt} />
  return <img src={shown.address} alt={alt} className={className} />
}
