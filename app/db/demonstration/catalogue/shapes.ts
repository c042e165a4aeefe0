import type { Shape } from '#app/rules/text/picture.ts'
import type { ModelLine } from './model-line.ts'

/** Models, as brand and slug, that look different from the rest of their body type. */
const MODELS: Partial<Record<Shape, string>> = {
  city: 'saipa/quick saipa/tiba-2 kia/picanto hyundai/i20 toyota/yaris',
  classic: 'peugeot/pars ikco/samand ikco/dena renault/tondar-90 nissan/sunny hyundai/accent',
  executive:
    'tesla/model-3 bmw/i4 bmw/320i mercedes-benz/c-200 mercedes-benz/e-250 audi/a4 hyundai/sonata kia/optima skoda/octavia',
  crossover:
    'peugeot/2008 peugeot/3008 mvm/x22 mvm/x33 chery/tiggo-7 jac/s5 ikco/rira hyundai/tucson kia/sportage nissan/qashqai ' +
    'toyota/rav4 volkswagen/tiguan bmw/x3 audi/q5',
  offroad: 'mercedes-benz/g-500 nissan/patrol toyota/land-cruiser-prado renault/duster dacia/duster',
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
