import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from './brand/icon.tsx'

/**
 * Shows a page's form or list in a sheet above the current page. It is opened by a link to that page, which works without
 * JavaScript. Load it lazily: `const Sheet = lazy(() => import('#app/ui/dialog.live.tsx'))`.
 *
 * The overlay is our own element, because Radix's adds a style element that the content security policy refuses; `overlays.css`
 * keeps the page beneath from scrolling instead. The focus moves to the first field and later back to where it was, because Radix
 * would return it to its own trigger component, which our link is not.
 */
export default function Sheet({
  title,
  onClose,
  isForm = true,
  children,
}: {
  title: string
  onClose: () => void
  /** Whether it contains a form: the focus then goes to the first field, not to the close button. */
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

/** Moves the focus to the first text field; false when there is none. */
export function focusFirstField(within: EventTarget | null): boolean {
  const field = within instanceof Element && within.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
  if (!field) return false
  field.focus()
  return true
}
