import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text.tsx'
import { Icon } from './icon.tsx'

/**
 * A page's form or list in a sheet above it. What opens it is a link to that page, so that it is there without
 * JavaScript too. Load it lazily: `const Sheet = lazy(() => import('#app/ui/dialog.live.tsx'))`.
 *
 * The overlay is our own element: Radix's brings a style element that the policy refuses; `overlays.css` keeps the page
 * beneath from scrolling instead.
 */
export default function Sheet({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useText('common')
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <div className="scrim" aria-hidden="true" />
        <Dialog.Content className="sheet sheet-dialog" aria-describedby={undefined}>
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
