import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import type { Customer } from './customer.tsx'

/** Blocks the customer at this company with a reason, or ends that. */
export function BlockCard({ customer, reply }: { customer: Customer; reply: FormReply | undefined }) {
  const t = useText('customers')
  const { language } = useLanguage()
  const { block } = customer
  const form = useReply('block-form', { reply })
  const name = `\u2068${customer.fullname}\u2069`
  if (block) {
    return (
      <Card id="block" title={t('blocked')} className="stack">
        <p>
          <bdi>{block.reason}</bdi>{' '}
          <span className="mute sm">
            <bdi>{block.by}</bdi>
            {block.by && commaOf(language)}
            {formatInstant(new Date(block.at), HOME_ZONE, language, 'short')}
          </span>
        </p>
        <p className="sm soft">{t('blockedText')}</p>
        <PostForm {...form.props} aria-labelledby="block-title">
          <ErrorSummary id="block-errors" entries={form.summary({})} />
          <SubmitButton name="intent" value="unblock" className="btn">
            {t('unblock', { name })}
          </SubmitButton>
        </PostForm>
      </Card>
    )
  }
  return (
    <Card id="block" title={t('block.title')} className="stack">
      <p className="sm">{t('block.text', { name })}</p>
      <PostForm {...form.props} className="stack" aria-labelledby="block-title">
        <ErrorSummary id="block-errors" entries={form.summary({ reason: t('block.reason') })} />
        <TextArea
          {...form.field('reason')}
          label={t('block.reason')}
          hint={t('block.reasonHint')}
          rows={2}
          maxLength={500}
          required
        />
        <div>
          <SubmitButton name="intent" value="block" className="btn btn-bad">
            {t('block.submit', { name })}
          </SubmitButton>
        </div>
      </PostForm>
      <p className="xs mute">{t('block.ban')}</p>
    </Card>
  )
}
