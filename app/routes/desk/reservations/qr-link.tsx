import type { ReactNode } from 'react'
import type { QrCode } from '#app/features/qr/qr-code.server.ts'

/** A page of the customer's as a link, and as a picture for their camera. */
export function QrLink({
  address,
  qr,
  label,
  alt,
  children,
}: {
  address: string
  qr: QrCode
  label: string
  alt: string
  children?: ReactNode
}) {
  return (
    <div className="row row-s">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={alt} width="180" height="180">
        <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
        <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <div className="stack stack-2">
        <p>
          {label}:{' '}
          <a href={address} className="ltr break-all">
            {address}
          </a>
        </p>
        {children}
      </div>
    </div>
  )
}
