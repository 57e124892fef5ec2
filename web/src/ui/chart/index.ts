export { Trend, type TrendPoint, type TrendProps } from './Trend.tsx'
