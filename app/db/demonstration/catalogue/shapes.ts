import type { Shape } from '#app/rules/text/picture.ts'
import type { ModelLine } from './model-line.ts'

/** Models, as brand and slug, that look different from the rest of their body type. */
const MODELS: Partial<Record<Shape, string>> = {
  city: 'saipa/quick kia/picanto toyota/yaris',
  supermini: 'peugeot/206 peugeot/207 renault/clio opel/corsa hyundai/i20',
  tiba: 'saipa/tiba-2 renault/sandero-stepway dacia/sandero',
  classic: 'ikco/samand ikco/dena ikco/dena-plus-turbo',
  pars: 'peugeot/pars',
  tondar: 'renault/tondar-90 fiat/egea renault/megane',
  tara: 'ikco/tara saipa/shahin chery/arrizo-5 jac/j4',
  accent: 'hyundai/accent nissan/sunny hyundai/elantra kia/cerato',
  camry: 'toyota/camry-hybrid hyundai/sonata kia/optima volkswagen/passat skoda/octavia',
  saloon: 'bmw/320i bmw/i4 audi/a4',
  executive: 'tesla/model-3 mercedes-benz/c-200 mercedes-benz/e-250',
  crossover: 'kia/sportage peugeot/3008 bmw/x3 audi/q5',
  tucson: 'hyundai/tucson jac/s5 nissan/qashqai volkswagen/tiguan',
  duster: 'mvm/x22 mvm/x33 peugeot/2008 renault/duster dacia/duster',
  tiggo: 'chery/tiggo-7 ikco/rira haima/s7',
  rav4: 'toyota/rav4',
  offroad: 'mercedes-benz/g-500 nissan/patrol toyota/land-cruiser-prado',
  minibus: 'toyota/hiace volkswagen/transporter mercedes-benz/vito hyundai/starex',
  roadster: 'bmw/z4 mercedes-benz/slk-200',
  adventure: 'honda/cb500x benelli/trk-502 ktm/390-adventure suzuki/v-strom-650 bmw/r-1250-gs',
  sport: 'yamaha/r25 kawasaki/ninja-400 benelli/249s',
  retro: 'vespa/primavera-150 vespa/gts-300',
}

const SHAPE_OF = new Map(
  Object.entries(MODELS).flatMap(([shape, models]) => models.split(' ').map((model) => [model, shape as Shape])),
)

/** The shape of a model: its own, or its body type's. */
export function shapeOf({ brand, slug, type }: Pick<ModelLine, 'brand' | 'slug' | 'type'>): Shape {
  return SHAPE_OF.get(`${brand}/${slug}`) ?? type
}
