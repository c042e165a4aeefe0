import type { CatalogueModel } from '../catalogue/rows.ts'
import type { Chance } from '../random.ts'
import { type Five, joinWordings, type Wording, wordingOf } from '../wording.ts'

type Sentence = { fits: (model: CatalogueModel) => boolean; text: Five }

const motor = ({ type }: CatalogueModel) => type === 'motorbike' || type === 'scooter'
const car = (model: CatalogueModel) => !motor(model)
const of =
  (...types: CatalogueModel['type'][]) =>
  ({ type }: CatalogueModel) =>
    types.includes(type)

/** Sentences for the descriptions of listings. */
const SENTENCES: Sentence[] = [
  {
    fits: car,
    text: [
      'سرویس دوره‌ای این خودرو همین ماه انجام شده است.',
      'This car had its regular service this month.',
      'أُجريت صيانة هذه السيارة الدورية هذا الشهر.',
      'Bu aracın periyodik bakımı bu ay yapıldı.',
      'Dieses Auto war diesen Monat zur regelmäßigen Wartung.',
    ],
  },
  {
    fits: car,
    text: [
      'کولر در گرمای تابستان هم خوب خنک می‌کند.',
      'The air conditioning copes with the heat of summer.',
      'المكيّف يبرّد جيدًا حتى في حر الصيف.',
      'Kliması yaz sıcağında bile iyi soğutur.',
      'Die Klimaanlage kühlt auch in der Sommerhitze zuverlässig.',
    ],
  },
  {
    fits: car,
    text: [
      'داخل خودرو سیگار کشیده نشده است.',
      'Nobody has smoked in this car.',
      'لم يدخّن أحد داخل هذه السيارة.',
      'Bu araçta hiç sigara içilmedi.',
      'In diesem Auto wurde nie geraucht.',
    ],
  },
  {
    fits: of('hatchback'),
    text: [
      'در کوچه‌های باریک راحت جا می‌شود و کم مصرف می‌کند.',
      'It fits into narrow lanes and needs little fuel.',
      'تناسب الأزقة الضيقة وتستهلك وقودًا قليلًا.',
      'Dar sokaklara rahatça sığar ve az yakar.',
      'Passt in enge Gassen und verbraucht wenig.',
    ],
  },
  {
    fits: of('sedan'),
    text: [
      'صندوقش برای دو چمدان بزرگ و یک ساک جا دارد.',
      'The boot takes two large suitcases and a bag.',
      'صندوقها يتسع لحقيبتين كبيرتين وحقيبة يد.',
      'Bagajına iki büyük valiz ve bir çanta sığar.',
      'In den Kofferraum passen zwei große Koffer und eine Tasche.',
    ],
  },
  {
    fits: of('suv'),
    text: [
      'برای جاده‌های خاکی ساحل و کوهستان ارتفاع کافی دارد.',
      'It stands high enough for the dirt roads of coast and mountain.',
      'ارتفاعها يكفي للطرق الترابية في الساحل والجبل.',
      'Sahilin ve dağın toprak yolları için yeterince yüksektir.',
      'Die Bodenfreiheit reicht für Schotterwege an der Küste und in den Bergen.',
    ],
  },
  {
    fits: ({ seats }) => seats >= 7,
    text: [
      'ردیف سوم صندلی برای بزرگ‌ترها هم جادار است.',
      'The third row has room for grown-ups too.',
      'الصف الثالث مريح للبالغين أيضًا.',
      'Üçüncü sıra yetişkinler için de geniştir.',
      'Die dritte Sitzreihe bietet auch Erwachsenen Platz.',
    ],
  },
  {
    fits: of('van'),
    text: [
      'برای خانواده‌های پرجمعیت و گروه‌های دوستانه مناسب است.',
      'Made for large families and groups of friends.',
      'مناسبة للعائلات الكبيرة ومجموعات الأصدقاء.',
      'Kalabalık aileler ve arkadaş grupları için uygundur.',
      'Ideal für große Familien und Freundesgruppen.',
    ],
  },
  {
    fits: of('pickup'),
    text: [
      'پشت آن وسایل غواصی و چادر به‌راحتی جا می‌گیرد.',
      'Diving gear and tents fit easily on the back.',
      'معدات الغوص والخيام تتسع في الخلف بسهولة.',
      'Kasasına dalış malzemesi ve çadır kolayca sığar.',
      'Tauchausrüstung und Zelte passen bequem auf die Ladefläche.',
    ],
  },
  {
    fits: of('convertible'),
    text: [
      'سقف در کمتر از بیست ثانیه باز می‌شود؛ غروب ساحل را از دست ندهید.',
      'The roof opens in under twenty seconds; do not miss the sunset by the sea.',
      'يُفتح السقف في أقل من عشرين ثانية، فلا تفوّت غروب البحر.',
      'Tavanı yirmi saniyeden kısa sürede açılır; deniz kenarında gün batımını kaçırmayın.',
      'Das Verdeck öffnet in weniger als zwanzig Sekunden; verpassen Sie den Sonnenuntergang am Meer nicht.',
    ],
  },
  {
    fits: ({ fuel }) => fuel === 'HYBRID',
    text: [
      'در شهر بیشتر با برق می‌رود و یک باک چند روز دوام دارد.',
      'In town it mostly runs on electricity, and one tank lasts for days.',
      'داخل المدينة تسير غالبًا بالكهرباء، والخزان يكفي أيامًا.',
      'Şehir içinde çoğunlukla elektrikle gider, bir depo günlerce yeter.',
      'In der Stadt geht es meist elektrisch voran, eine Tankfüllung reicht für Tage.',
    ],
  },
  {
    fits: ({ fuel }) => fuel === 'ELECTRIC',
    text: [
      'کارت شارژ ایستگاه‌های عمومی همراه خودرو است.',
      'A card for public charging stations comes with the car.',
      'تأتي مع السيارة بطاقة لمحطات الشحن العامة.',
      'Halka açık şarj istasyonlarının kartı araçla birlikte verilir.',
      'Eine Ladekarte für öffentliche Stationen liegt im Auto.',
    ],
  },
  {
    fits: motor,
    text: [
      'دو کلاه ایمنی تمیز در اندازهٔ دلخواه همراه آن است.',
      'Two clean helmets in your size come with it.',
      'تأتي معها خوذتان نظيفتان بالمقاس الذي تريده.',
      'İstediğiniz bedende iki temiz kaskla birlikte verilir.',
      'Zwei saubere Helme in Ihrer Größe gehören dazu.',
    ],
  },
  {
    fits: motor,
    text: [
      'لاستیک‌ها و لنت‌ها تازه عوض شده‌اند.',
      'Tyres and brake pads were replaced recently.',
      'الإطارات وبطانات المكابح جديدة.',
      'Lastikleri ve fren balataları yeni değişti.',
      'Reifen und Bremsbeläge sind frisch gewechselt.',
    ],
  },
  {
    fits: of('scooter'),
    text: [
      'برای گشتن در شهر و پارک‌کردن کنار ساحل بهترین است.',
      'The best way round town, and it parks anywhere by the beach.',
      'أفضل وسيلة للتجول في المدينة والوقوف قرب الشاطئ.',
      'Şehirde gezmenin ve sahilde park etmenin en kolay yoludur.',
      'Der beste Weg durch die Stadt, und am Strand findet sich immer ein Parkplatz.',
    ],
  },
  {
    fits: of('motorbike'),
    text: [
      'در پیچ‌های جادهٔ ساحلی آرام و مطمئن است.',
      'Calm and sure in the bends of the coast road.',
      'ثابتة ومطمئنة في منعطفات الطريق الساحلي.',
      'Sahil yolunun virajlarında sakin ve güvenlidir.',
      'Ruhig und sicher in den Kurven der Küstenstraße.',
    ],
  },
]

/** Two sentences that fit the vehicle; null for some, which have no description. */
export function aboutOf(model: CatalogueModel, chance: Chance): Wording | null {
  if (chance.odds(20)) return null
  const fitting = SENTENCES.filter(({ fits }) => fits(model))
  return joinWordings(chance.some(fitting, 2).map(({ text }) => wordingOf(text)))
}
