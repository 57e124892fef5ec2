import { priceText } from '@dentin/kit/money'
import { Tag } from '../../ui/index.ts'
import { fromText, plainPrice } from './words.ts'

/** The price that comes next, beside the present one. */
export const NextPrice = ({
  price,
  from,
  otherwise = '随总部',
}: {
  price: string | null
  from: string
  otherwise?: string
}) => (
  <Tag tone="wait" icon="clock" title={`${from} 起${price === null ? otherwise : `${priceText(price)} 元`}`}>
    {fromText(from)} {price === null ? otherwise : plainPrice(price)}
  </Tag>
)
