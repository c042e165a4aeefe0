import { CATEGORY } from '#app/rules/constants.ts'
import { toPersianDigits } from '#app/rules/text/digits.ts'
import type { FieldError } from './import-error.ts'

/** The importer's languages: companies use it, not travellers. */
export type ImportLanguage = 'en' | 'fa'

/** Describes an error and its place: "line 7, column 4 (year): …". */
export function describeError(fieldError: FieldError, language: ImportLanguage): string {
  const place = language === 'fa' ? persianPlace(fieldError) : englishPlace(fieldError)
  return `${place}: ${language === 'fa' ? inPersian(fieldError) : inEnglish(fieldError)}`
}

function englishPlace({ line, column, number }: FieldError): string {
  return column === undefined ? `line ${line}` : `line ${line}, column ${number ? `${number} (${column})` : column}`
}

function persianPlace({ line, column, number }: FieldError): string {
  const shown = toPersianDigits(`سطر ${line}`)
  if (column === undefined) return shown
  return number ? `${shown}، ${toPersianDigits(`ستون ${number}`)} (${column})` : `${shown}، ستون ${column}`
}

function inEnglish(fieldError: FieldError): string {
  const value = fieldError.value ? `"${fieldError.value}"` : 'the cell'
  switch (fieldError.kind) {
    case 'not_utf8':
      return 'the file is not UTF-8 text. Save it as "CSV UTF-8".'
    case 'no_rows':
      return 'the file has no rows below its heading.'
    case 'too_many_rows':
      return `the file has more than ${fieldError.most} rows. Import it in parts.`
    case 'broken_quotes':
      return 'a quotation mark is not closed or stands inside a cell. Double it ("") or remove it.'
    case 'unknown_column':
      return `there is no column of this name.${fieldError.similar ? ` Is it ${fieldError.similar}?` : ''}`
    case 'missing_column':
      return 'the file lacks this column.'
    case 'doubled_column':
      return 'this column is there twice.'
    case 'row_length':
      return `the line has ${fieldError.found} cells where the heading has ${fieldError.expected}.`
    case 'required':
      return 'a value is needed here.'
    case 'too_long':
      return `the text is longer than ${fieldError.most} characters.`
    case 'not_a_number':
      return `${value} is not a number.`
    case 'out_of_range':
      return `${value} is not between ${fieldError.least} and ${fieldError.most}.`
    case 'unknown_word':
      return `${value} is not known. Known are: ${fieldError.known.join(', ')}.`
    case 'unknown_city':
      return `there is no city ${value}.`
    case 'unknown_brand':
      return `there is no brand ${value}.${fieldError.similar ? ` Is it ${fieldError.similar}?` : ''}`
    case 'new_name_not_latin':
      return `${value} is new here and needs its name in Latin letters in the column ${fieldError.needed}.`
    case 'other_category':
      return `${value} is a body type of ${fieldError.category === CATEGORY.CAR ? 'cars' : 'motorbikes'}.`
    case 'price_rises':
      return `${value} is more than ${fieldError.than}: a longer rental must not cost more a day.`
    case 'guarantee_needed':
      return 'this kind of guarantee needs an amount.'
    case 'guarantee_unwanted':
      return 'a vehicle without a deposit has no guarantee amount: leave the cell empty.'
    case 'reference_again':
      return `${value} is already on line ${fieldError.line_before}.`
    case 'acriss_invalid':
      return `${value} is not an ACRISS code: four letters such as ECMR.`
    case 'acriss_unwanted':
      return 'a motorbike has no ACRISS code: leave the cell empty.'
    case 'plate_invalid':
      return `${value} is not a plate: 2 to 20 letters and digits.`
    case 'plate_again':
      return `${value} is already on line ${fieldError.line_before}.`
    case 'plate_taken':
      return `another vehicle of the fleet has the plate ${value}.`
    case 'pictures_elsewhere':
      return 'pictures are added on the page of the vehicle: leave the cell empty.'
    case 'picture_missing':
      return `there is no file ${fieldError.path}.`
    case 'picture_outside':
      return `${fieldError.path} lies outside the folder of pictures.`
    case 'picture_type':
      return `${fieldError.path} is not a picture: jpg, jpeg, png, webp and avif are.`
  }
}

const number = (count: number) => toPersianDigits(String(count))

function inPersian(fieldError: FieldError): string {
  const value = fieldError.value ? `«${fieldError.value}»` : 'این خانه'
  switch (fieldError.kind) {
    case 'not_utf8':
      return 'فایل متن UTF-8 نیست. آن را با قالب «CSV UTF-8» ذخیره کنید.'
    case 'no_rows':
      return 'زیر سرستون‌ها هیچ سطری نیست.'
    case 'too_many_rows':
      return `فایل بیش از ${number(fieldError.most)} سطر دارد. آن را چند بخش کنید.`
    case 'broken_quotes':
      return 'گیومه‌ای بسته نشده یا میان متن خانه آمده است. آن را دوتا کنید ("") یا بردارید.'
    case 'unknown_column':
      return `ستونی با این نام نداریم.${fieldError.similar ? ` منظورتان ${fieldError.similar} است؟` : ''}`
    case 'missing_column':
      return 'این ستون در فایل نیست.'
    case 'doubled_column':
      return 'این ستون دو بار آمده است.'
    case 'row_length':
      return `سطر ${number(fieldError.found)} خانه دارد ولی سرستون‌ها ${number(fieldError.expected)} تا هستند.`
    case 'required':
      return 'این خانه نباید خالی باشد.'
    case 'too_long':
      return `متن از ${number(fieldError.most)} نویسه بلندتر است.`
    case 'not_a_number':
      return `${value} عدد نیست.`
    case 'out_of_range':
      return `${value} میان ${number(fieldError.least)} و ${number(fieldError.most)} نیست.`
    case 'unknown_word':
      return `${value} شناخته نشد. این‌ها را می‌شناسیم: ${fieldError.known.join('، ')}.`
    case 'unknown_city':
      return `شهری به نام ${value} نداریم.`
    case 'unknown_brand':
      return `برندی به نام ${value} نداریم.${fieldError.similar ? ` منظورتان ${fieldError.similar} است؟` : ''}`
    case 'new_name_not_latin':
      return `${value} تازه است و نام لاتین آن باید در ستون ${fieldError.needed} بیاید.`
    case 'other_category':
      return `${value} نوع بدنهٔ ${fieldError.category === CATEGORY.CAR ? 'خودرو' : 'موتور'} است.`
    case 'price_rises':
      return `${value} از ${fieldError.than} بیشتر است؛ قیمت روزانهٔ اجارهٔ طولانی‌تر نباید بیشتر شود.`
    case 'guarantee_needed':
      return 'این نوع ضمانت مبلغ می‌خواهد.'
    case 'guarantee_unwanted':
      return 'خودروی بدون ودیعه مبلغ ضمانت ندارد؛ خانه را خالی بگذارید.'
    case 'reference_again':
      return `${value} پیش‌تر در سطر ${number(fieldError.line_before)} آمده است.`
    case 'acriss_invalid':
      return `${value} کد ACRISS نیست؛ این کد چهار حرف دارد، مانند ECMR.`
    case 'acriss_unwanted':
      return 'موتورسیکلت کد ACRISS ندارد؛ خانه را خالی بگذارید.'
    case 'plate_invalid':
      return `${value} پلاک نیست؛ پلاک ۲ تا ۲۰ حرف و رقم دارد.`
    case 'plate_again':
      return `${value} پیش‌تر در سطر ${number(fieldError.line_before)} آمده است.`
    case 'plate_taken':
      return `وسیلهٔ دیگری از ناوگان پلاک ${value} را دارد.`
    case 'pictures_elsewhere':
      return 'عکس‌ها در صفحهٔ خود وسیله افزوده می‌شوند؛ خانه را خالی بگذارید.'
    case 'picture_missing':
      return `فایل ${fieldError.path} پیدا نشد.`
    case 'picture_outside':
      return `${fieldError.path} بیرون از پوشهٔ عکس‌هاست.`
    case 'picture_type':
      return `${fieldError.path} عکس نیست؛ jpg و jpeg و png و webp و avif عکس‌اند.`
  }
}
