import { priceText } from '@dentin/kit/money'

/** An amount among others: 2,680 or 25.50. */
export const plainPrice = (yuan: string): string => priceText(yuan).replace(/\s*元$/, '')

/** How far a clinic may go with its own price; '' without borders. */
export const bordersText = ({ priceMin, priceMax }: { priceMin: string | null; priceMax: string | null }): string =>
  priceMin !== null && priceMax !== null
    ? `${plainPrice(priceMin)}–${plainPrice(priceMax)}`
    : priceMin !== null
      ? `最低 ${plainPrice(priceMin)}`
      : priceMax !== null
        ? `最高 ${plainPrice(priceMax)}`
        : ''

/** A day as it is said beside a price: 12-01 起. */
export const fromText = (day: string): string => `${day.slice(5)} 起`
