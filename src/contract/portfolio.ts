import * as v from 'valibot';
import { Id, Name, nullable, required, Text, Timestamp } from './fields.ts';

export const Site = v.object({
  id: Id,
  name: required(Name),
  url: required(Text),
  clientId: required(Id),
  createdAt: required(Timestamp),
  updatedAt: required(Timestamp),
});
export type Site = v.InferOutput<typeof Site>;

export const Client = v.object({
  id: Id,
  name: required(Name),
  websiteUrl: required(Text),
  industry: required(Name),
  description: required(Text),
  createdAt: required(Timestamp),
  updatedAt: required(Timestamp),
});
export type Client = v.InferOutput<typeof Client>;

/** One page of a list. The API does not promise how the last page is marked. */
export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ data: v.array(item), nextCursor: nullable(Text) });

export const ClientPage = pageOf(Client);
export type ClientPage = v.InferOutput<typeof ClientPage>;

export const SitePage = pageOf(Site);
export type SitePage = v.InferOutput<typeof SitePage>;
