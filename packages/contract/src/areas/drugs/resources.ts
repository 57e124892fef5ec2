import { managers } from '../posts.ts'
import { OF_THE_CLINIC, type ResourceGroup } from '../resource-group.ts'

export const drugsResources = [
  {
    uri: '/drugAdministration',
    codes: {
      view: { does: '查看', posts: { ...managers, doctor: 3, nurse: 3, consultant: 3, headquarters: 5 } },
      edit: { does: '维护', posts: { director: 3, headquarters: 5 } },
      // Whoever signs gives the number of the own certificate with it.
      sign: { does: '药师签名', posts: { director: 3, headquarters: 5 } },
    },
  },
  {
    uri: '/prescription',
    scopes: OF_THE_CLINIC,
    codes: {
      view: { does: '查看', posts: { director: 3, doctor: 3, nurse: 3 } },
      // Whoever writes one signs it: everybody for himself.
      add: { does: '开具', posts: { director: 1, doctor: 1 } },
      audit: { does: '审核', posts: { director: 3, doctor: 3 } },
      // A director who may not hand out could not appoint a nurse: nobody gives a post that holds more than the own.
      dispense: { does: '发药、退药', posts: { director: 3, nurse: 3 } },
      review: { does: '查看越过提醒的处方', posts: { director: 3 } },
    },
  },
] as const satisfies readonly ResourceGroup[]
