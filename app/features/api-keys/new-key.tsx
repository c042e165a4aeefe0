import { useText } from '#app/i18n/text/text.tsx'
import { KEY_MODES } from '#app/rules/access/api-key.ts'
import { API_SCOPES } from '#app/rules/access/api-scope.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

const DAYS = ['30', '90', '365'] as const

/** The form of a new key; where there is a test mode, it can be for that. */
export function NewKey({ reply, hasTestMode }: { reply?: FormReply | undefined; hasTestMode: boolean }) {
  const t = useText('developers')
  const form = useReply('key', { reply, initial: { days: '365', mode: 'LIVE' } })
  const labels = { name: t('keys.name'), mode: t('new.mode'), scopes: t('new.scopes'), days: t('keys.until') }
  return (
    <PostForm {...form.props} className="card stack">
      <ErrorSummary id="key-errors" entries={form.summary(labels)} />
      <TextField {...form.field('name')} label={labels.name} hint={t('new.nameHint')} maxLength={60} required />
      {hasTestMode && (
        <SelectField
          {...form.field('mode')}
          label={labels.mode}
          hint={t('new.modeHint')}
          options={KEY_MODES.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
        />
      )}
      <fieldset
        className="stack stack-2"
        id="key-scopes"
        tabIndex={-1}
        aria-describedby={form.fieldErrors('scopes') ? 'key-scopes-error' : undefined}
      >
        <legend>{labels.scopes}</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            id={`key-${scope}`}
            name="scopes"
            value={scope}
            checked={form.isChosen('scopes', scope)}
            end={<bdi dir="ltr">{scope}</bdi>}
          >
            {t(`scope.${scope}`)}
          </Checkbox>
        ))}
        <FieldErrors id="key-scopes" fieldErrors={form.fieldErrors('scopes')} />
      </fieldset>
      <SelectField
        {...form.field('days')}
        label={labels.days}
        options={[
          ...DAYS.map((days) => ({ value: days, label: t(`new.days.${days}`) })),
          { value: '', label: t('keys.always') },
        ]}
      />
      <div>
        <SubmitButton>{t('new.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}
