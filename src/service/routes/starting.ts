/** What routes that start jobs have in common: retries under one key start one job, and its place is told at once. */
import type { FastifyReply } from 'fastify';
import { type Job, job } from '../contract/jobs.ts';
import { problem } from '../contract/problem.ts';
import { retriable } from './route.ts';

export const starting = { headers: retriable, response: { 202: job, default: problem } };

export const tellStarted = (reply: FastifyReply, started: Job): FastifyReply =>
  reply.code(202).header('location', `/v1/jobs/${started.id}`).send(started);
