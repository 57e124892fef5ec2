/** Kinds of chairs. */
export const chairTypes = { 1: '普通', 2: '手术', 3: '正畸', 4: '儿童', 5: '种植', 6: '影像' } as const
/** '手术诊椅'. */
export const chairTypeName = (type: number): string => `${chairTypes[type as keyof typeof chairTypes] ?? ''}诊椅`
