import type { z } from 'zod'
import { PictureUpload } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { personOf } from '#app/web/session/cookie/session-cookie.ts'
import { changeProfile, ownProfile } from '#app/web/session/own-profile.server.ts'
import { rememberPerson } from '#app/web/session/visit.ts'
import type { Route } from './+types/avatar'
import { OwnAvatar } from './avatar-card.tsx'

export const handle: PageHandle = {
  title: 'info/avatar.title',
  description: 'info/avatar.text',
  areas: ['info', 'files'],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { avatar_id } = await ownProfile(context)
  return { picture: avatar_id }
}

const PROFILE = '/profile/profile'

export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'info')
  const { account } = apiOf(context)
  const fields = await request.formData()
  if (fields.get('intent') === 'remove') {
    await changeProfile(context, { avatar: null })
    rememberPerson(context, personOf(await ownProfile(context)))
    return goOn(context, PROFILE, t('avatar.removed'))
  }
  const save = async (picture: z.output<typeof PictureUpload>) => {
    await account.uploadAvatar(picture)
    rememberPerson(context, personOf(await ownProfile(context)))
    return { to: PROFILE, said: t('avatar.saved') }
  }
  return answerForm({ context, request: fields }, PictureUpload, save, {
    at: { TOO_MANY_REQUESTS: { image: ['too_many_requests'] } },
  })
}

/** Sets and removes a person's picture (§3). */
export default function AvatarPage({ loaderData: { picture }, actionData }: Route.ComponentProps) {
  const t = useText('info')
  const { language } = useLanguage()
  const form = useReply('avatar', { reply: actionData?.form, initial: {} })
  return (
    <div className="stack">
      <h1>{t('avatar.title')}</h1>
      <ErrorSummary id="avatar-errors" entries={form.summary({ image: t('avatar.label') })} />
      <p className="soft">{t('avatar.text')}</p>
      {picture && (
        <PostForm className="row">
          <OwnAvatar picture={picture} />
          <SubmitButton name="intent" value="remove" className="btn btn-s">
            {t('avatar.remove')}
          </SubmitButton>
        </PostForm>
      )}
      <PostForm {...form.props} encType="multipart/form-data" className="card stack max-w-md">
        <FileField
          {...form.field('image')}
          accept="image/jpeg,image/png,image/webp,image/avif"
          required
          label={t('avatar.label')}
          hint={t('avatar.hint')}
        />
        <div className="row">
          <SubmitButton>
            <Icon name="upload" />
            {t('avatar.save')}
          </SubmitButton>
          <a className="btn btn-bare" href={pathIn(language, '/profile/profile')}>
            {t('avatar.back')}
          </a>
        </div>
      </PostForm>
    </div>
  )
}
