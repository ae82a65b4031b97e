import {
  SIGNATURE_SIZE,
  type Signature,
  signaturePath,
} from '@twende/contract/bookings/condition/signature.ts'

/** A signature as it was drawn. */
export function SignatureView({ signature, label }: { signature: Signature; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SIGNATURE_SIZE.width} ${SIGNATURE_SIZE.height}`}
      className="w-full"
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={signaturePath(signature)} />
    </svg>
  )
}
