import { CompanyLogo } from '#app/features/company/company-logo.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

type Props = {
  company: { name: string; logo: string | null; logo_dark: string | null }
  reply?: FormReply | undefined
}

/** Sets and removes the company's logo. */
export function LogoCard({ company, reply }: Props) {
  const t = useText('agency')
  const form = useReply('logo', { reply })
  return (
    <section className="card stack" aria-labelledby="logo-title">
      <h2 id="logo-title">{t('logo.title')}</h2>
      <div className="row">
        <CompanyLogo company={{ name: company.name, logo: company.logo }} />
        <p className="soft sm grow">{t(company.logo ? 'logo.shown' : 'logo.none')}</p>
      </div>
      <PostForm {...form.props} className="stack" encType="multipart/form-data" aria-labelledby="logo-title">
        <input type="hidden" name="part" value="logo" />
        <ErrorSummary id="logo-errors" entries={form.summary({ image: t('logo.file') })} />
        <FileField
          {...form.field('image')}
          accept="image/jpeg,image/png,image/webp,image/avif"
          label={t('logo.file')}
          hint={t('logo.hint')}
          required
        />
        <div>
          <SubmitButton>
            <Icon name="upload" />
            {t(company.logo ? 'logo.replace' : 'logo.set')}
          </SubmitButton>
        </div>
      </PostForm>
      {company.logo && (
        <PostForm aria-label={t('logo.remove')}>
          <input type="hidden" name="part" value="logo" />
          <SubmitButton name="intent" value="remove" className="btn btn-bare btn-s">
            {t('logo.remove')}
          </SubmitButton>
        </PostForm>
      )}
    </section>
  )
}

/** Sets and removes the logo for the dark colour scheme, of a company that has a usual one. */
export function DarkLogoCard({ company, reply }: Props) {
  const t = useText('agency')
  const form = useReply('dark-logo', { reply })
  const { name, logo_dark } = company
  return (
    <section className="card stack" aria-labelledby="dark-logo-title">
      <h2 id="dark-logo-title">{t('darkLogo.title')}</h2>
      <div className="row">
        {logo_dark && <CompanyLogo company={{ name, logo: logo_dark }} />}
        <p className="soft sm grow">{t(logo_dark ? 'darkLogo.shown' : 'darkLogo.none')}</p>
      </div>
      <PostForm {...form.props} className="stack" encType="multipart/form-data" aria-labelledby="dark-logo-title">
        <input type="hidden" name="part" value="logo_dark" />
        <ErrorSummary id="dark-logo-errors" entries={form.summary({ image: t('darkLogo.file') })} />
        <FileField
          {...form.field('image')}
          accept="image/jpeg,image/png,image/webp,image/avif"
          label={t('darkLogo.file')}
          hint={t('darkLogo.hint')}
          required
        />
        <div>
          <SubmitButton>
            <Icon name="upload" />
            {t(logo_dark ? 'darkLogo.replace' : 'darkLogo.set')}
          </SubmitButton>
        </div>
      </PostForm>
      {logo_dark && (
        <PostForm aria-label={t('darkLogo.remove')}>
          <input type="hidden" name="part" value="logo_dark" />
          <SubmitButton name="intent" value="remove" className="btn btn-bare btn-s">
            {t('darkLogo.remove')}
          </SubmitButton>
        </PostForm>
      )}
    </section>
  )
}
