import { lazy, Suspense } from 'react'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import type { LargePhotosProps } from './large-photos.live.tsx'

const LargePhotos = lazy(() => fetchPart(() => import('./large-photos.live.tsx')))

type Props = Omit<LargePhotosProps, 'opened'> & { opened: string | undefined }

/** Where the large photos appear once one is opened; their code is only loaded then. */
export function LargePhotosPlace({ opened, ...props }: Props) {
  if (opened === undefined) return null
  return (
    <Suspense fallback={null}>
      <LargePhotos opened={opened} {...props} />
    </Suspense>
  )
}
