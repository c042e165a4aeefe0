import { useText } from '#app/i18n/text/text.tsx'
import type { TicketStatus } from '#app/rules/messages/ticket-status.ts'
import { Tag } from '#app/ui/tag.tsx'

const KINDS = { OPEN: 'warn', CUSTOMER_REPLY: 'warn', ANSWERED: 'info', CLOSED: undefined } as const

export function TicketTag({ status }: { status: TicketStatus }) {
  const t = useText('tickets')
  return <Tag kind={KINDS[status]}>{t(`status.${status}`)}</Tag>
}
