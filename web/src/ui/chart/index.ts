export { Columns, type ColumnPoint, type ColumnsProps } from './Columns.tsx'
export { RankBars, type RankRow } from './RankBars.tsx'
export { Spark } from './Spark.tsx'
export { Trend, type TrendPoint, type TrendProps } from './Trend.tsx'
