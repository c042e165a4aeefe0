import * as Dialog from '@radix-ui/react-dialog'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { directionOf } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'

export interface LargePhotosProps {
  ad: Pick<ShownAd, 'photos' | 'title'>
  /** The key of the photo to begin with. */
  opened: string
  /** The path of a photo's large file. */
  pathOf: (key: string) => string
  onClose: () => void
}

/** A vehicle's photos as large as the screen, in a row that is swiped or turned by arrow keys, Home and End. */
export default function LargePhotos({ ad, opened, pathOf, onClose }: LargePhotosProps) {
  const t = useText('booking')
  const common = useText('common')
  const { language } = useLanguage()
  const [opener] = useState(() => document.activeElement)
  const row = useRef<HTMLElement>(null)
  const photos = ad.photos.flatMap(({ large, ...photo }) => (large ? [{ ...photo, large }] : []))
  const turnTo = (index: number) =>
    row.current?.children[Math.min(Math.max(index, 0), photos.length - 1)]?.scrollIntoView({ inline: 'center' })
  const turnBy = (step: number) => turnTo(indexInView(row.current) + step)
  const forward = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Home') turnTo(0)
    else if (key === 'End') turnTo(photos.length - 1)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') turnBy(key === forward ? 1 : -1)
    else return
    event.preventDefault()
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="large-photos"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            turnTo(photos.findIndex(({ key }) => key === opened))
            row.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus()
          }}
        >
          <div className="row between tight">
            <Dialog.Title className="text-base">{t('largePhotos.title')}</Dialog.Title>
            <Dialog.Close className="ib" aria-label={common('close')}>
              <Icon name="close" size="l" />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <section className="large-row" ref={row} tabIndex={0} aria-label={t('largePhotos.title')}>
            {photos.map(({ key, alt, large }, index) => (
              <img
                key={key}
                src={pathOf(key)}
                alt={alt ?? t('photoOf', { title: ad.title, n: formatNumber(index + 1, language) })}
                {...large}
              />
            ))}
          </section>
          {photos.length > 1 && (
            <div className="row justify-center">
              <button type="button" className="btn" onClick={() => turnBy(-1)}>
                {t('largePhotos.previous')}
              </button>
              <button type="button" className="btn" onClick={() => turnBy(1)}>
                {t('largePhotos.next')}
              </button>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The photo whose middle is nearest to the middle of the row. */
function indexInView(row: HTMLElement | null): number {
  if (!row) return 0
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const distances = [...row.children].map((child) => Math.abs(middleOf(child) - middleOf(row)))
  return distances.indexOf(Math.min(...distances))
}
