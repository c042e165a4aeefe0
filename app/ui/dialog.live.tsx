import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from './brand/icon.tsx'

/**
 * A page's form or list in a sheet above it. What opens it is a link to that page, so that it is there without
 * JavaScript too. Load it lazily: `const Sheet = lazy(() => import('#app/ui/dialog.live.tsx'))`.
 *
 * The overlay is our own element: Radix's brings a style element that the policy refuses; `overlays.css` keeps the page
 * beneath from scrolling instead. The focus goes into the first field, and back to where it was: Radix would lead it to
 * a trigger of its own, which a link is not.
 */
export default function Sheet({
  title,
  onClose,
  isForm = true,
  children,
}: {
  title: string
  onClose: () => void
  /** Whether one comes to type: the focus goes to the first field, not to the close button. */
  isForm?: boolean
  children: ReactNode
}) {
  const t = useText('common')
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <div className="scrim" aria-hidden="true" />
        <Dialog.Content
          className="sheet sheet-dialog"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            if (isForm && focusFirstField(event.currentTarget)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus()
          }}
        >
          <div className="row between tight">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="ib" aria-label={t('close')}>
              <Icon name="close" size="l" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Leads the focus to the first field that one types in; false where there is none. */
export function focusFirstField(within: EventTarget | null): boolean {
  const field = within instanceof Element && within.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
  if (!field) return false
  field.focus()
  return true
}
