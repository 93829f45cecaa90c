# Asks a running service one question.
# usage: SORTITION_TOKEN=... Rscript ask.R http://127.0.0.1:8765 "SELECT ward, count(*) FROM visits GROUP BY ward" 0.5
# needs: install.packages("httr2")
library(httr2)

words <- commandArgs(trailingOnly = TRUE)

answer <- request(words[[1]]) |>
  req_url_path("/v1/ask") |>
  req_auth_bearer_token(Sys.getenv("SORTITION_TOKEN")) |>
  req_body_json(list(sql = words[[2]], epsilon = words[[3]])) |>
  req_error(body = function(reply) with(resp_body_json(reply, check_type = FALSE), paste0(code, ": ", detail))) |>
  req_perform() |>
  resp_body_json()

for (row in answer$rows) {
  key <- paste(unlist(row$key), collapse = ", ")
  for (name in names(row$values)) {
    value <- row$values[[name]]
    cat(key, name, value$estimate, "[", unlist(value$interval95), "]\n")
  }
}
cat("charged epsilon", answer$charged$epsilon, "left", answer$remaining$epsilon, "\n")
