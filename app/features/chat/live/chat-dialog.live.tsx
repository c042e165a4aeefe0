import * as Dialog from '@radix-ui/react-dialog'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { withTexts } from '#app/i18n/text/with-texts.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import SalesRoom from './room/sales-room.live.tsx'
import '../../../../styles/talk.css'

/** The dialog closes when it is dragged down so far (§2); otherwise it returns to its place. */
const CLOSE_AFTER_PX = 120

/** The chat with sales, over the current page. It is opened by links to the chat's page, which work without scripts. */
export default withTexts(['live', 'common'], ChatDialog)

function ChatDialog({ onClose }: { onClose: () => void }) {
  const t = useText('live')
  const common = useText('common')
  const sheet = useRef<HTMLDivElement>(null)
  const drag = useDragDown(sheet, onClose)
  const [opener] = useState(() => document.activeElement)
  useVisibleHeight(sheet)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <div className="scrim" aria-hidden="true" />
        <Dialog.Content
          ref={sheet}
          className="sheet sheet-dialog chat-dialog"
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            // While a message is being edited, Escape only cancels that.
            if (event.target instanceof Element && event.target.closest('[data-editing]')) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus()
          }}
        >
          {/* The close button and Escape do the same by keyboard. */}
          <div className="chat-head" {...drag}>
            <div className="grip" aria-hidden="true" />
            <div className="row between tight">
              <Dialog.Title>{t('title')}</Dialog.Title>
              <Dialog.Close className="ib" aria-label={common('close')}>
                <Icon name="close" size="l" />
              </Dialog.Close>
            </div>
          </div>
          <SalesRoom />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useDragDown(sheet: React.RefObject<HTMLDivElement | null>, onClose: () => void) {
  const from = useRef<number>(undefined)
  const moveTo = (pixels: number) => sheet.current?.style.setProperty('translate', pixels ? `0 ${pixels}px` : '')
  const end = (event: PointerEvent, isGivenUp: boolean) => {
    if (from.current === undefined) return
    const way = event.clientY - from.current
    from.current = undefined
    if (!isGivenUp && way > CLOSE_AFTER_PX) onClose()
    else moveTo(0)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isButton = event.target instanceof Element && event.target.closest('button')
      if (event.button !== 0 || isButton) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (from.current !== undefined) moveTo(Math.max(0, event.clientY - from.current))
    },
    onPointerUp: (event: PointerEvent) => end(event, false),
    onPointerCancel: (event: PointerEvent) => end(event, true),
  }
}

/** Fits the sheet above a phone's keyboard, which covers the page without any effect on CSS units. */
function useVisibleHeight(sheet: React.RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => {
      const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop)
      sheet.current?.style.setProperty('--covered', `${Math.round(covered)}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [sheet])
}
