import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PHOTO_CROPS, PHOTOS_A_VEHICLE } from '#app/rules/text/picture.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/photos'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { changePhoto, sendPhotos } from './photos.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  return { meta: fleetMeta(context, `${fleetText(context)('parts.photos')}: ${vehicle.title}`), vehicle }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await readVehicle(context, params.id)
  const fields = await request.formData()
  return fields.has('photo') ? changePhoto(context, id, fields) : sendPhotos(context, id, fields)
}

type Photo = Route.ComponentProps['loaderData']['vehicle']['photos'][number]

export default function Photos({ loaderData: { vehicle }, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const reply = actionData?.form
  const about = reply?.initialValue?.photo
  const { photos } = vehicle
  return (
    <>
      <VehicleHead vehicle={vehicle} part="photos" />
      <div className="duo">
        <div className="stack">
          {photos.length === 0 && <EmptyState title={t('photos.none')} text={t('photos.noneText')} />}
          <ol className="stack">
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <PhotoForm
                  photo={photo}
                  index={index}
                  count={photos.length}
                  reply={about === String(photo.id) ? reply : undefined}
                />
              </li>
            ))}
          </ol>
        </div>
        <aside className="stack">
          {photos.length < PHOTOS_A_VEHICLE && <UploadForm reply={about ? undefined : reply} />}
        </aside>
      </div>
    </>
  )
}

function PhotoForm({
  photo: { id, key, alt, crop, status, taken_down, taken_down_reason },
  index,
  count,
  reply,
}: {
  photo: Photo
  index: number
  count: number
  reply?: FormReply
}) {
  const t = useText('fleet')
  const { language } = useLanguage()
  const n = formatNumber(index + 1, language)
  const title = t('photos.n', { n: index + 1 })
  const form = useReply(`photo-${id}`, { reply, initial: { alt: alt ?? '', crop } })
  return (
    <PostForm {...form.props} className="card row photo" aria-label={title}>
      <input type="hidden" name="photo" value={id} />
      <div className="studio full">
        {key && <Picture name={key} alt={alt ?? title} preset="medium" lazy={index > 2} />}
      </div>
      <div className="grow stack stack-2">
        <div className="row between">
          <b>{title}</b>
          {index === 0 && <Tag kind="ok">{t('photos.main')}</Tag>}
          {status === 'WAITING' && <Tag kind="info">{t('photos.waiting')}</Tag>}
          {status === 'FAILED' && <Tag kind="bad">{t('photos.failed')}</Tag>}
        </div>
        {taken_down && (
          <Note kind="bad">{t('photos.takenDown', { reason: `\u2068${taken_down_reason ?? ''}\u2069` })}</Note>
        )}
        <ErrorSummary
          id={`photo-${id}-errors`}
          entries={form.summary({ alt: t('photos.alt'), crop: t('photos.crop') })}
        />
        <div className="fields">
          <TextField
            {...form.field('alt')}
            label={t('photos.alt')}
            hint={t('photos.altHint')}
            maxLength={120}
            optional
          />
          <SelectField
            {...form.field('crop')}
            label={t('photos.crop')}
            options={PHOTO_CROPS.map((value) => ({ value, label: t(`crop.${value}`) }))}
          />
        </div>
        <div className="row row-s">
          <SubmitButton className="btn btn-s" name="intent" value="save">
            {t('photos.save')} <span className="vh">{n}</span>
          </SubmitButton>
          {index > 0 && (
            <>
              <SubmitButton className="btn btn-s" name="intent" value="FIRST">
                {t('photos.makeMain')} <span className="vh">{n}</span>
              </SubmitButton>
              <SubmitButton className="btn btn-s" name="intent" value="UP">
                {t('photos.up')} <span className="vh">{n}</span>
              </SubmitButton>
            </>
          )}
          {index < count - 1 && (
            <SubmitButton className="btn btn-s" name="intent" value="DOWN">
              {t('photos.down')} <span className="vh">{n}</span>
            </SubmitButton>
          )}
          <SubmitButton className="btn btn-bare btn-s" name="intent" value="remove">
            {t('photos.remove')} <span className="vh">{n}</span>
          </SubmitButton>
        </div>
      </div>
    </PostForm>
  )
}

function UploadForm({ reply }: { reply?: FormReply | undefined }) {
  const t = useText('fleet')
  const form = useReply('upload', { reply })
  const field = form.field('photos')
  return (
    <PostForm {...form.props} className="card stack" encType="multipart/form-data" aria-labelledby="upload-title">
      <h2 id="upload-title">{t('photos.add')}</h2>
      <ErrorSummary id="upload-errors" entries={form.summary({ photos: t('photos.files') })} />
      <FileField
        {...field}
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        label={t('photos.files')}
        hint={t('photos.filesHint', { n: PHOTOS_A_VEHICLE })}
        required
      />
      {field.fieldErrors?.slice(1).map((fieldError) => (
        <FieldErrors key={JSON.stringify(fieldError)} id="upload-more" fieldErrors={[fieldError]} />
      ))}
      <div>
        <SubmitButton>{t('photos.send')}</SubmitButton>
      </div>
      <p className="sm soft">{t('photos.tips')}</p>
    </PostForm>
  )
}
