import { priceText } from '@dentin/kit/money'

/** How far a clinic may go with its own price; '' without borders. */
export const bordersText = ({ priceMin, priceMax }: { priceMin: string | null; priceMax: string | null }): string =>
  priceMin !== null && priceMax !== null
    ? `${priceText(priceMin)}–${priceText(priceMax)}`
    : priceMin !== null
      ? `最低 ${priceText(priceMin)}`
      : priceMax !== null
        ? `最高 ${priceText(priceMax)}`
        : ''

/** A day as it is said beside a price: 12-01 起. */
export const fromText = (day: string): string => `${day.slice(5)} 起`
