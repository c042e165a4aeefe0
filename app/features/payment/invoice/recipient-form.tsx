import type { z } from 'zod'
import type { RecipientChoice } from '#app/contract/shapes/recipient.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'

interface RecipientFormProps {
  choice: z.infer<typeof RecipientChoice>
  reply: FormReply | undefined
}

/** The business to which invoices are made out, and a second form to have them made out to the driver again. */
export function RecipientForm({ choice, reply }: RecipientFormProps) {
  const t = useText('recipient')
  const { recipient, proposed, country, reissued, changes_left } = choice
  const isRemoval = reply?.initialValue?.intent === 'remove'
  const known = recipient ?? proposed
  const form = useReply('recipient', {
    reply: isRemoval ? undefined : reply,
    initial: {
      name: known?.name,
      country: known?.country ?? country,
      tax_number: known?.tax_number,
      address: known?.address,
      order_number: recipient?.order_number ?? undefined,
    },
  })
  const removal = useReply('removal', { reply: isRemoval ? reply : undefined })
  const labels = {
    name: t('name'),
    country: t('country'),
    tax_number: t('taxNumber'),
    address: t('address'),
    order_number: t('order'),
  }
  return (
    <div className="stack max-w-2xl">
      {reissued > 0 && (
        <Note kind={changes_left > 0 ? 'info' : 'warn'}>
          {t('reissued', { n: reissued })} {t('changesLeft', { n: changes_left })}
        </Note>
      )}
      <PostForm {...form.props} className="card stack" aria-label={t('title')}>
        <ErrorSummary id="recipient-errors" entries={form.summary(labels)} />
        <TextField {...form.field('name')} label={labels.name} autoComplete="organization" maxLength={120} required />
        <TextField
          {...form.field('country')}
          label={labels.country}
          hint={t('countryHint')}
          autoComplete="country-name"
          maxLength={80}
          required
        />
        <TextField
          {...form.field('tax_number')}
          label={labels.tax_number}
          hint={t('taxHint')}
          dir="ltr"
          maxLength={30}
          required
        />
        <TextArea {...form.field('address')} label={labels.address} rows={3} maxLength={300} required />
        <TextField
          {...form.field('order_number')}
          label={labels.order_number}
          hint={t('orderHint')}
          maxLength={40}
          optional
        />
        <div>
          <SubmitButton className="btn btn-go">{t('save')}</SubmitButton>
        </div>
      </PostForm>
      {recipient && (
        <Card id="removal" title={t('removeTitle')} className="stack stack-2">
          <p>{t('removeText')}</p>
          <PostForm {...removal.props} className="stack stack-2" aria-label={t('removeTitle')}>
            <ErrorSummary id="removal-errors" entries={removal.summary({})} />
            <div>
              <SubmitButton name="intent" value="remove" className="btn">
                {t('remove')}
              </SubmitButton>
            </div>
          </PostForm>
        </Card>
      )}
    </div>
  )
}
