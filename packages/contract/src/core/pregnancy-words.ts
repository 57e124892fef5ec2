/** 否, 妊娠, 哺乳, 不详. */
export const pregnancyNames = { no: '否', pregnant: '妊娠', lactating: '哺乳', unknown: '不详' } as const
