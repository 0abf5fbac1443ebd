import * as v from 'valibot';
import { Id, Name, nullable, promised, Text, Timestamp } from './fields.ts';

export const Site = v.object({
  id: Id,
  name: promised(Name),
  url: promised(Text),
  clientId: promised(Id),
  createdAt: promised(Timestamp),
  updatedAt: promised(Timestamp),
});
export type Site = v.InferOutput<typeof Site>;

export const Client = v.object({
  id: Id,
  name: promised(Name),
  websiteUrl: promised(Text),
  industry: promised(Name),
  description: promised(Text),
  createdAt: promised(Timestamp),
  updatedAt: promised(Timestamp),
});
export type Client = v.InferOutput<typeof Client>;

/** One page of a list. The interface does not promise how the last page is marked. */
export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ data: v.array(item), nextCursor: nullable(Text) });

export const ClientPage = pageOf(Client);
export type ClientPage = v.InferOutput<typeof ClientPage>;

export const SitePage = pageOf(Site);
export type SitePage = v.InferOutput<typeof SitePage>;
